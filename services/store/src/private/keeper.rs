use std::fs::File;
use std::os::unix::process::CommandExt;
use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tracing::{error, info};

use super::account::Account;
use super::cluster::{Durability, StartError};
use super::folder::Folder;
use super::programs::Programs;

/// All that is needed to start the postmaster, again and again.
#[derive(Debug)]
pub(super) struct Launch {
    pub(super) folder: Arc<Folder>,
    pub(super) programs: Programs,
    pub(super) account: Account,
    pub(super) durability: Durability,
}

/// The thread that starts the postmaster, waits for its end, and starts it again until it is told to stop.
/// One thread does all of it because the kernel ties "die with your parent" to the thread that started the child.
#[derive(Debug)]
pub(super) struct Keeper {
    state: Arc<Mutex<State>>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct State {
    postmaster: Option<Pid>,
    stopping: bool,
}

impl Keeper {
    /// Returns when Postgres takes connections.
    pub(super) fn start(launch: Launch) -> Result<Keeper, StartError> {
        let state = Arc::new(Mutex::new(State::default()));
        let (started, first) = mpsc::channel();
        let shared = state.clone();
        let thread = thread::spawn(move || keep(&launch, &shared, &started));
        let keeper = Keeper { state, thread: Some(thread) };
        first.recv().expect("the keeper reports its first start")?;
        Ok(keeper)
    }

    pub(super) fn pid(&self) -> Option<i32> {
        lock(&self.state).postmaster.map(|pid| pid.as_raw_nonzero().get())
    }

    fn signal(&self, signal: Signal) {
        let mut state = lock(&self.state);
        state.stopping = true;
        if let Some(pid) = state.postmaster {
            // It may just have ended by itself; the keeper reaps it either way.
            kill_process(pid, signal).ok();
        }
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        let Some(thread) = self.thread.take() else { return };
        self.signal(Signal::INT);
        let asked = Instant::now();
        while !thread.is_finished() && asked.elapsed() < Duration::from_secs(10) {
            thread::sleep(Duration::from_millis(5));
        }
        self.signal(Signal::QUIT);
        if thread.join().is_err() {
            error!("the keeper of the private Postgres panicked");
        }
    }
}

fn keep(launch: &Launch, state: &Mutex<State>, started: &mpsc::Sender<Result<(), StartError>>) {
    let mut pause = Duration::from_millis(50);
    loop {
        match launch.start(state) {
            Ok(None) => return,
            Ok(Some(mut child)) => {
                // Only the first start has somebody waiting for it.
                started.send(Ok(())).ok();
                pause = Duration::from_millis(50);
                let end = child.wait();
                let mut state = lock(state);
                state.postmaster = None;
                if state.stopping {
                    return;
                }
                error!(?end, "the private Postgres ended; starting it again");
            }
            Err(failure) => match started.send(Err(failure)) {
                Ok(()) => return,
                Err(mpsc::SendError(failure)) => {
                    error!(error = ?failure, "the private Postgres does not start; trying again");
                    thread::sleep(pause);
                    pause = (pause * 2).min(Duration::from_secs(5));
                }
            },
        }
    }
}

impl Launch {
    /// The postmaster, ready; or nothing, when we are told to stop before that.
    fn start(&self, state: &Mutex<State>) -> Result<Option<Child>, StartError> {
        self.folder.clear()?;
        let mut child = {
            let mut state = lock(state);
            if state.stopping {
                return Ok(None);
            }
            let child = self.spawn()?;
            state.postmaster = Pid::from_raw(i32::try_from(child.id()).unwrap_or_default());
            child
        };
        let spawned = Instant::now();
        while !self.folder.ready() {
            let ended = child.try_wait().is_ok_and(|status| status.is_some());
            if ended || spawned.elapsed() > Duration::from_secs(60) {
                let mut state = lock(state);
                state.postmaster = None;
                if state.stopping {
                    return Ok(None);
                }
                return Err(self.failure(ended, child));
            }
            thread::sleep(Duration::from_millis(5));
        }
        info!(pid = child.id(), "the private Postgres is up");
        Ok(Some(child))
    }

    fn spawn(&self) -> Result<Child, StartError> {
        let failed =
            |error: std::io::Error| StartError::Program { name: "postgres", words: error.to_string() };
        let log = File::create(self.folder.log()).map_err(failed)?;
        let mut command = self.account.command(&self.programs.bin.join("postgres"));
        command
            .arg("-D")
            .arg(&self.folder.data)
            .args(["-c", "listen_addresses=", "-c", "max_connections=200", "-c"])
            .arg(format!("unix_socket_directories={}", self.folder.socket.display()))
            .stdin(Stdio::null())
            .stdout(log.try_clone().map_err(failed)?)
            .stderr(log)
            // The terminal's ^C is for us: Postgres is stopped last, by us.
            .process_group(0);
        if self.durability == Durability::Fleeting {
            command.args(["-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off"]);
        }
        die_with_parent(&mut command);
        command.spawn().map_err(failed)
    }

    fn failure(&self, ended: bool, mut child: Child) -> StartError {
        let log = self.folder.log();
        if !ended {
            // It gets no further; what matters is that it does not stay.
            child.kill().ok();
            child.wait().ok();
            return StartError::NotReady(log);
        }
        let words = std::fs::read_to_string(&log).unwrap_or_default();
        let words =
            words.lines().rev().take(3).collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>().join("; ");
        StartError::Ended { log, words }
    }
}

#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn die_with_parent(command: &mut std::process::Command) {
    use rustix::process::{getpid, getppid, set_parent_process_death_signal};
    let parent = getpid();
    // SAFETY: between fork and exec the closure makes two system calls and allocates nothing.
    unsafe {
        command.pre_exec(move || {
            set_parent_process_death_signal(Some(Signal::INT))?;
            match getppid() == Some(parent) {
                true => Ok(()),
                false => Err(std::io::ErrorKind::NotConnected.into()),
            }
        });
    }
}

#[cfg(not(target_os = "linux"))]
fn die_with_parent(_: &mut std::process::Command) {}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
