use std::fs;
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Whom Postgres runs as: ourselves, or, because it refuses to run as root, an account without rights.
#[derive(Debug, Clone)]
pub(super) struct Account(Option<Unprivileged>);

#[derive(Debug, Clone)]
struct Unprivileged {
    name: &'static str,
    uid: u32,
    gid: u32,
}

impl Account {
    /// `None` when we are root and neither `postgres` nor `nobody` exists.
    pub(super) fn choose() -> Option<Account> {
        if !rustix::process::geteuid().is_root() {
            return Some(Account(None));
        }
        let passwd = fs::read_to_string("/etc/passwd").ok()?;
        ["postgres", "nobody"].into_iter().find_map(|name| {
            let line = passwd.lines().find(|line| line.split(':').next() == Some(name))?;
            let mut fields = line.split(':').skip(2);
            let uid = fields.next()?.parse().ok()?;
            let gid = fields.next()?.parse().ok()?;
            Some(Account(Some(Unprivileged { name, uid, gid })))
        })
    }

    pub(super) fn name(&self) -> &str {
        self.0.as_ref().map_or("this user", |account| account.name)
    }

    pub(super) fn default_folder(&self) -> Option<PathBuf> {
        if self.0.is_some() {
            return Some(PathBuf::from("/var/lib/tablero"));
        }
        let data = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
        let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/share"));
        Some(data.or_else(home)?.join("tablero"))
    }

    /// Whether the account may pass through every folder on the way to `path`, as far as they exist.
    pub(super) fn reaches(&self, path: &Path) -> bool {
        let Some(account) = &self.0 else { return true };
        path.ancestors().filter_map(|folder| fs::metadata(folder).ok()).all(|folder| {
            let bit = match (folder.uid() == account.uid, folder.gid() == account.gid) {
                (true, _) => 0o100,
                (_, true) => 0o010,
                _ => 0o001,
            };
            folder.mode() & bit != 0
        })
    }

    pub(super) fn own(&self, path: &Path) -> std::io::Result<()> {
        match &self.0 {
            Some(account) => chown(path, Some(account.uid), Some(account.gid)),
            None => Ok(()),
        }
    }

    /// A command that runs as the account, and knows nothing of our environment.
    pub(super) fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.env_clear().env("LC_ALL", "C.UTF-8").env("TZ", "UTC").current_dir("/");
        if let Some(account) = &self.0 {
            command.uid(account.uid).gid(account.gid);
        }
        command
    }
}
