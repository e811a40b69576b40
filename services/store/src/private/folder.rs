use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::account::Account;
use super::cluster::StartError;
use super::programs::Programs;

pub(super) const USER: &str = "tablero";
const SOCKET: &str = ".s.PGSQL.5432";
/// What fits into the kernel's address of a unix socket.
const LONGEST_SOCKET: usize = 107;

/// The folder of a private Postgres: its data, its socket, its log, and a lock that says whose it is.
#[derive(Debug)]
pub(super) struct Folder {
    pub(super) base: PathBuf,
    pub(super) data: PathBuf,
    pub(super) socket: PathBuf,
    /// Held while we use the folder; the kernel releases it however we end.
    _lock: File,
}

impl Folder {
    pub(super) fn open(base: &Path, account: &Account) -> Result<Folder, StartError> {
        if !account.reaches(base) {
            return Err(StartError::Unreachable { folder: base.into(), account: account.name().into() });
        }
        let socket = base.join("socket");
        if socket.join(SOCKET).as_os_str().len() > LONGEST_SOCKET {
            return Err(StartError::TooLong(base.into()));
        }
        let denied = |source| StartError::Folder { folder: base.into(), source };
        fs::create_dir_all(base).map_err(denied)?;
        fs::set_permissions(base, fs::Permissions::from_mode(0o755)).map_err(denied)?;
        let lock = File::create(base.join("lock")).map_err(denied)?;
        lock.try_lock().map_err(|_| StartError::InUse(base.into()))?;
        private_folder(&socket, account).map_err(denied)?;
        Ok(Folder { base: base.into(), data: base.join("data"), socket, _lock: lock })
    }

    /// The major version that made the data, if there is any.
    pub(super) fn major(&self) -> Option<u32> {
        fs::read_to_string(self.data.join("PG_VERSION")).ok()?.trim().parse().ok()
    }

    pub(super) fn log(&self) -> PathBuf {
        self.base.join("postgres.log")
    }

    /// Makes a cluster with an empty database `tablero`. It appears under its name only when it is whole.
    pub(super) fn init(&self, programs: &Programs, account: &Account) -> Result<(), StartError> {
        let denied = |source| StartError::Folder { folder: self.base.clone(), source };
        let fresh = self.base.join("data.new");
        if fresh.exists() {
            fs::remove_dir_all(&fresh).map_err(denied)?;
        }
        private_folder(&fresh, account).map_err(denied)?;
        let mut initdb = account.command(&programs.bin.join("initdb"));
        initdb.arg("-D").arg(&fresh).args(["-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"]);
        run("initdb", initdb.arg("--no-instructions").stdin(Stdio::null()))?;
        let (statement, mut sql) = std::io::pipe().map_err(denied)?;
        sql.write_all(b"CREATE DATABASE tablero\n").map_err(denied)?;
        drop(sql);
        let mut single = account.command(&programs.bin.join("postgres"));
        run(
            "postgres --single",
            single.args(["--single", "-D"]).arg(&fresh).arg("postgres").stdin(statement),
        )?;
        fs::rename(&fresh, &self.data).map_err(denied)?;
        File::open(&self.base).and_then(|base| base.sync_all()).map_err(denied)
    }

    /// Waits until no Postgres works here any more, asking one that outlived its parent to stop, and removes what it left.
    pub(super) fn clear(&self) -> Result<(), StartError> {
        let pid_file = self.data.join("postmaster.pid");
        let Some(pid) = fs::read_to_string(&pid_file).ok().and_then(|text| text.lines().next()?.parse().ok())
        else {
            return Ok(());
        };
        let asked = Instant::now();
        let users = || users_of(&self.data, pid);
        if users().contains(&pid) {
            // It may end by itself between the look and the signal.
            Pid::from_raw(pid).map(|pid| kill_process(pid, Signal::INT).ok());
        }
        while !users().is_empty() {
            if asked.elapsed() > Duration::from_secs(20) {
                return Err(StartError::StillRunning(self.data.clone()));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        // Postgres itself asks kill(pid, 0), which an unreaped zombie or an unrelated new process answers.
        for leftover in [pid_file, self.socket.join(format!("{SOCKET}.lock")), self.socket.join(SOCKET)] {
            if leftover.exists() {
                fs::remove_file(&leftover)
                    .map_err(|source| StartError::Folder { folder: self.base.clone(), source })?;
            }
        }
        Ok(())
    }

    /// Whether the running Postgres takes connections: what `pg_ctl --wait` looks at.
    pub(super) fn ready(&self) -> bool {
        fs::read_to_string(self.data.join("postmaster.pid"))
            .is_ok_and(|text| text.lines().nth(7).is_some_and(|state| state.trim() == "ready"))
    }
}

fn private_folder(path: &Path, account: &Account) -> std::io::Result<()> {
    fs::create_dir_all(path)?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o700))?;
    account.own(path)
}

fn run(name: &'static str, command: &mut std::process::Command) -> Result<(), StartError> {
    let failed = |words: String| StartError::Program { name, words };
    let output = command.output().map_err(|error| failed(error.to_string()))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(failed(String::from_utf8_lossy(&output.stderr).trim().to_owned())),
    }
}

/// Live processes that work in `data`: every Postgres process has it as its working directory, a zombie has none.
#[cfg(target_os = "linux")]
fn users_of(data: &Path, _pid: i32) -> Vec<i32> {
    let works_here = |entry: fs::DirEntry| {
        let pid = entry.file_name().to_str()?.parse().ok()?;
        (fs::read_link(entry.path().join("cwd")).ok()? == data).then_some(pid)
    };
    fs::read_dir("/proc").into_iter().flatten().flatten().filter_map(works_here).collect()
}

#[cfg(not(target_os = "linux"))]
fn users_of(_data: &Path, pid: i32) -> Vec<i32> {
    let lives = Pid::from_raw(pid).is_some_and(|pid| rustix::process::test_kill_process(pid).is_ok());
    if lives { vec![pid] } else { vec![] }
}
