use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use secrecy::{ExposeSecret, SecretString};
use tokio::sync::{mpsc, oneshot};
use unicode_normalization::UnicodeNormalization;

use super::hash::Hasher;
use crate::error::{Error, Fault, Result};

const SHORTEST: usize = 8;
const LONGEST: usize = 128;

/// A password that keeps the rules.
#[derive(Debug, Clone)]
pub(crate) struct Password(SecretString);

/// What somebody typed to prove who they are: it need not keep the rules, only be short enough to look at.
#[derive(Debug, Clone)]
pub(crate) struct Guess(SecretString);

impl Password {
    pub(crate) fn new(raw: &str) -> std::result::Result<Password, Fault> {
        let text: String = raw.nfc().collect();
        let length = text.chars().count();
        let fault = |reason, words| Err(Fault::new("password", reason, words));
        match length {
            ..SHORTEST => {
                fault("PASSWORD_TOO_SHORT", format!("a password has at least {SHORTEST} characters"))
            }
            SHORTEST..=LONGEST => Ok(Password(text.into())),
            _ => fault("PASSWORD_TOO_LONG", format!("a password has at most {LONGEST} characters")),
        }
    }

    pub(crate) fn is(&self, guess: &Guess) -> bool {
        self.0.expose_secret() == guess.0.expose_secret()
    }
}

impl Guess {
    /// `None` if no password can be that long.
    pub(crate) fn new(raw: &str) -> Option<Guess> {
        let text: String = raw.nfc().take(LONGEST + 1).collect();
        (text.chars().count() <= LONGEST).then(|| Guess(text.into()))
    }
}

/// Hashes passwords on threads of its own: a few at once, a few more waiting, and no others.
#[derive(Clone)]
pub(crate) struct Passwords {
    jobs: mpsc::Sender<Job>,
    decoy: Arc<str>,
}

type Job = Box<dyn FnOnce(&mut Hasher) + Send>;

impl Passwords {
    pub(crate) fn new(threads: usize, queue: usize) -> Passwords {
        let (jobs, waiting) = mpsc::channel(queue.max(1));
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..threads {
            let waiting = waiting.clone();
            std::thread::spawn(move || work(&waiting));
        }
        let decoy =
            Hasher::default().hash(&rand::random::<[u8; 32]>()).expect("our own parameters are valid");
        Passwords { jobs, decoy: decoy.into() }
    }

    /// The PHC string of a password, with its salt and parameters.
    pub(crate) async fn hash(&self, password: Password) -> Result<String> {
        let hash = self.run(move |hasher| hasher.hash(password.0.expose_secret().as_bytes())).await?;
        hash.map_err(|error| Error::Internal(error.to_string().into()))
    }

    /// Whether the guess is right. Where there is no hash it works just as long, and says no.
    pub(crate) async fn verify(&self, guess: Guess, hash: Option<&str>) -> Result<bool> {
        let known = hash.is_some();
        let hash = hash.map_or_else(|| self.decoy.clone(), Arc::from);
        let right = self.run(move |hasher| hasher.verify(guess.0.expose_secret().as_bytes(), &hash)).await?;
        Ok(right.map_err(|error| Error::Internal(error.to_string().into()))? && known)
    }

    async fn run<T: Send + 'static>(&self, job: impl FnOnce(&mut Hasher) -> T + Send + 'static) -> Result<T> {
        let (reply, result) = oneshot::channel();
        let job: Job = Box::new(move |hasher| {
            // Whoever left the queue costs nothing any more.
            if !reply.is_closed() {
                metrics::counter!("tablero_password_hashes_total").increment(1);
                reply.send(job(hasher)).ok();
            }
        });
        self.jobs.try_send(job).map_err(|_| {
            metrics::counter!("tablero_password_hashes_shed_total").increment(1);
            Error::Overloaded { retry: Duration::from_secs(1) }
        })?;
        result.await.map_err(|lost| Error::Internal(lost.into()))
    }
}

/// Works until the last sender is gone.
fn work(waiting: &Mutex<mpsc::Receiver<Job>>) {
    let mut hasher = Hasher::default();
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).blocking_recv();
    while let Some(job) = next() {
        job(&mut hasher);
    }
}

impl std::fmt::Debug for Passwords {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Passwords").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_have_8_to_128_characters() {
        let reason = |raw: String| Password::new(&raw).map_err(|fault| fault.reason).err();
        assert_eq!(reason("1234567".into()), Some("PASSWORD_TOO_SHORT"));
        assert_eq!(reason("12345678".into()), None);
        assert_eq!(reason("ñ".repeat(128)), None);
        assert_eq!(reason("ñ".repeat(129)), Some("PASSWORD_TOO_LONG"));
    }

    #[test]
    fn passwords_do_not_show_in_debug_output() {
        let password = Password::new("correct horse").unwrap();
        let guess = Guess::new("correct horse").unwrap();
        assert!(!format!("{password:?} {guess:?}").contains("horse"));
    }

    #[tokio::test]
    async fn a_hash_verifies_its_password_in_any_unicode_composition_and_no_other() {
        let passwords = Passwords::new(1, 1);
        let hash = passwords.hash(Password::new("contrase\u{f1}a").unwrap()).await.unwrap();
        assert!(hash.starts_with("$argon2id$"), "{hash}");
        let verify = async |raw: &str, hash| passwords.verify(Guess::new(raw).unwrap(), hash).await.unwrap();
        assert!(verify("contrasen\u{303}a", Some(&hash)).await);
        assert!(!verify("contrasena", Some(&hash)).await);
        assert!(!verify("contrase\u{f1}a", None).await);
    }
}
