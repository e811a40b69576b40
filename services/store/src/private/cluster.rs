use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;

use super::account::Account;
use super::folder::{Folder, USER};
use super::keeper::{Keeper, Launch};
use super::programs::Programs;

/// A running Postgres that belongs to this process alone. It is restarted if it dies, and stops when this is dropped or
/// the process ends, however it ends.
#[derive(Debug)]
pub struct PrivatePostgres {
    folder: Arc<Folder>,
    programs: Programs,
    keeper: Keeper,
}

/// What an acknowledged commit survives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// A crash of the machine.
    Safe,
    /// Not even a crash of Postgres: for tests.
    Fleeting,
}

#[derive(Debug, Error)]
pub enum StartError {
    #[error(
        "no Postgres was found on this machine, and pip could not fetch one. One command installs it: \
         `apt-get install postgresql` on Debian and Ubuntu, `dnf install postgresql-server` on Fedora, \
         `brew install postgresql@18` on macOS. Or set DATABASE_URL to a Postgres elsewhere"
    )]
    NoPostgres,
    #[error("there are no Postgres programs in {0}")]
    NoPrograms(PathBuf),
    #[error(
        "the data in {folder} was made by Postgres {made}, and that version is not on this machine. Install Postgres {made}, \
         or choose another folder with --data"
    )]
    OtherVersion { folder: PathBuf, made: u32 },
    #[error("the home folder is unknown; choose a folder for the data with --data")]
    NoHome,
    #[error(
        "Postgres refuses to run as root, and this machine has neither a `postgres` nor a `nobody` account"
    )]
    NoAccount,
    #[error(
        "Postgres refuses to run as root, and the account `{account}` it runs as instead cannot reach {folder}; choose \
         another folder with --data, for example /var/lib/tablero"
    )]
    Unreachable { folder: PathBuf, account: String },
    #[error("{0} is too long a path for a socket; choose a shorter folder with --data")]
    TooLong(PathBuf),
    #[error("{0} is in use by another Tablero; stop it, or choose another folder with --data")]
    InUse(PathBuf),
    #[error("an older Postgres in {0} does not stop")]
    StillRunning(PathBuf),
    #[error("the folder {folder} cannot be used")]
    Folder { folder: PathBuf, source: std::io::Error },
    #[error("{name} failed: {words}")]
    Program { name: &'static str, words: String },
    #[error("Postgres ended while it started; the end of {log}: {words}")]
    Ended { log: PathBuf, words: String },
    #[error("Postgres did not get ready within a minute; see {0}")]
    NotReady(PathBuf),
}

impl PrivatePostgres {
    /// Starts the Postgres of `folder` (by default the usual place for this user), making it first if it is not there.
    /// Blocks until it takes connections.
    pub fn start(
        folder: Option<&Path>,
        bin: Option<&Path>,
        durability: Durability,
    ) -> Result<PrivatePostgres, StartError> {
        let account = Account::choose().ok_or(StartError::NoAccount)?;
        let base =
            folder.map(Path::to_path_buf).or_else(|| account.default_folder()).ok_or(StartError::NoHome)?;
        let base =
            std::path::absolute(&base).map_err(|source| StartError::Folder { folder: base, source })?;
        let folder = Folder::open(&base, &account)?;
        let programs = choose_programs(&folder, bin)?;
        if folder.major().is_none() {
            folder.init(&programs, &account)?;
        }
        let folder = Arc::new(folder);
        let keeper = Keeper::start(Launch {
            folder: folder.clone(),
            programs: programs.clone(),
            account,
            durability,
        })?;
        Ok(PrivatePostgres { folder, programs, keeper })
    }

    /// A URL of one of its databases.
    pub fn url(&self, database: &str) -> String {
        let socket =
            self.folder.socket.to_string_lossy().replace('%', "%25").replace('/', "%2F").replace(' ', "%20");
        format!("postgres://{USER}@{socket}/{database}")
    }

    /// Where everything is kept.
    pub fn folder(&self) -> &Path {
        &self.folder.base
    }

    pub fn programs(&self) -> &Programs {
        &self.programs
    }

    /// The process id of the postmaster, unless it is being restarted just now.
    pub fn pid(&self) -> Option<i32> {
        self.keeper.pid()
    }
}

fn choose_programs(folder: &Folder, bin: Option<&Path>) -> Result<Programs, StartError> {
    let made = folder.major();
    let programs = match bin {
        Some(bin) => Some(Programs::at(bin).ok_or_else(|| StartError::NoPrograms(bin.into()))?),
        None => Programs::find(&folder.base.join("programs"), made),
    };
    match (programs, made) {
        (Some(programs), Some(made)) if programs.major != made => {
            Err(StartError::OtherVersion { folder: folder.base.clone(), made })
        }
        (Some(programs), _) => Ok(programs),
        (None, Some(made)) => Err(StartError::OtherVersion { folder: folder.base.clone(), made }),
        (None, None) => Err(StartError::NoPostgres),
    }
}
