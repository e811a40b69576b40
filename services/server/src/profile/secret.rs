use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use rand::RngExt;
use sha2::{Digest, Sha256};

/// Marks our tokens for those who search leaked text for secrets.
const PREFIX: &str = "tablero_";
/// 32 characters: no I, L, O or U, which are misread or spell words.
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH: usize = 8;

/// A session's token: 256 random bits. Only its hash is kept.
pub(crate) struct Token(String);

/// A one-time link code: 40 random bits for ten minutes, few guesses allowed.
pub(crate) struct LinkSecret(String);

impl Token {
    pub(crate) fn random() -> Token {
        Token(format!("{PREFIX}{}", BASE64_URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>())))
    }

    pub(crate) fn given(text: &str) -> Token {
        Token(text.to_owned())
    }

    pub(crate) fn hash(&self) -> [u8; 32] {
        sha256(self.0.as_bytes())
    }

    pub(crate) fn reveal(self) -> String {
        self.0
    }
}

impl LinkSecret {
    pub(crate) fn random() -> LinkSecret {
        let mut rng = rand::rng();
        LinkSecret(
            (0..CODE_LENGTH).map(|_| char::from(LETTERS[rng.random_range(0..LETTERS.len())])).collect(),
        )
    }

    /// As somebody types it: in any case, with spaces and hyphens, with I or L for 1 and O for 0.
    pub(crate) fn typed(text: &str) -> LinkSecret {
        let letters = text.chars().filter(|c| !c.is_whitespace() && *c != '-').take(CODE_LENGTH + 1);
        LinkSecret(
            letters
                .map(|c| match c.to_ascii_uppercase() {
                    'I' | 'L' => '1',
                    'O' => '0',
                    other => other,
                })
                .collect(),
        )
    }

    pub(crate) fn hash(&self) -> [u8; 32] {
        sha256(self.0.as_bytes())
    }

    pub(crate) fn reveal(self) -> String {
        self.0
    }
}

pub(crate) fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_carry_256_bits_and_never_repeat() {
        let one = Token::random().reveal();
        assert_eq!(BASE64_URL_SAFE_NO_PAD.decode(one.strip_prefix(PREFIX).unwrap()).unwrap().len(), 32);
        assert_ne!(one, Token::random().reveal());
    }

    #[test]
    fn a_code_is_understood_as_people_type_it() {
        assert_eq!(LinkSecret::typed(" 0a1b-2c3d ").hash(), LinkSecret("0A1B2C3D".into()).hash());
        assert_eq!(LinkSecret::typed("oalb2c3d").hash(), LinkSecret("0A1B2C3D".into()).hash());
        let code = LinkSecret::random().reveal();
        assert_eq!(LinkSecret::typed(&code.to_lowercase()).hash(), LinkSecret(code).hash());
    }
}
