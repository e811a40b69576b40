use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::password_hash::{Error, Result};
use argon2::{Algorithm, Argon2, Block, Params, Version};

/// Argon2id in memory that is taken once and used again for every hash: allocated anew for each, the allocator
/// would keep ever more of these blocks of 19 MiB.
#[derive(Default)]
pub(super) struct Hasher {
    memory: Vec<Block>,
}

impl Hasher {
    /// The PHC string of a password: algorithm, parameters, a new salt, and the hash.
    pub(super) fn hash(&mut self, password: &[u8]) -> Result<String> {
        let params = Params::default();
        let salt = Salt::new(&rand::random::<[u8; 16]>())?;
        let hash = PasswordHash {
            algorithm: Algorithm::Argon2id.ident(),
            version: Some(Version::V0x13.into()),
            params: ParamsString::try_from(&params)?,
            hash: Some(self.output(password, &salt, Algorithm::Argon2id, Version::V0x13, params)?),
            salt: Some(salt),
        };
        Ok(hash.to_string())
    }

    /// Whether a PHC string is that of the password. It is read with the parameters it names, not with ours of today.
    pub(super) fn verify(&mut self, password: &[u8], hash: &str) -> Result<bool> {
        let hash = PasswordHash::new(hash)?;
        let (salt, expected) = hash.salt.zip(hash.hash).ok_or(Error::EncodingInvalid)?;
        let algorithm = Algorithm::try_from(hash.algorithm.as_str())?;
        let version = hash.version.map_or(Ok(Version::default()), Version::try_from)?;
        let output = self.output(password, &salt, algorithm, version, Params::try_from(&hash)?)?;
        // Outputs compare in constant time.
        Ok(output == expected)
    }

    fn output(
        &mut self,
        password: &[u8],
        salt: &[u8],
        algorithm: Algorithm,
        version: Version,
        params: Params,
    ) -> Result<Output> {
        let (blocks, length) =
            (params.block_count(), params.output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN));
        if self.memory.len() < blocks {
            self.memory.resize(blocks, Block::default());
        }
        let mut output = [0; Output::MAX_LENGTH];
        let output = output.get_mut(..length).ok_or(Error::OutputSize)?;
        let argon = Argon2::new(algorithm, version, params);
        argon.hash_password_into_with_memory(password, salt, output, &mut self.memory[..blocks])?;
        Ok(Output::new(output)?)
    }
}

#[cfg(test)]
mod tests {
    use argon2::{PasswordHasher, PasswordVerifier};

    use super::*;

    #[test]
    fn our_hashes_are_the_librarys_and_the_librarys_are_ours() {
        let mut hasher = Hasher::default();
        let small = Argon2::new(Algorithm::Argon2i, Version::V0x10, Params::new(64, 3, 2, Some(24)).unwrap());
        for password in [&b"correct horse"[..], b"another one", b""] {
            let ours = hasher.hash(password).unwrap();
            Argon2::default().verify_password(password, ours.as_str()).unwrap();
            for theirs in
                [Argon2::default().hash_password(password).unwrap(), small.hash_password(password).unwrap()]
            {
                assert!(hasher.verify(password, &theirs.to_string()).unwrap());
                assert!(!hasher.verify(b"wrong", &theirs.to_string()).unwrap());
            }
        }
    }

    #[test]
    fn what_is_no_hash_is_an_error() {
        let mut hasher = Hasher::default();
        for text in
            ["", "x", "$argon2id$v=19$m=19456,t=2,p=1", "$scrypt$ln=17,r=8,p=1$c2FsdHNhbHQ$aGFzaGhhc2g"]
        {
            assert!(hasher.verify(b"x", text).is_err(), "{text}");
        }
    }
}
