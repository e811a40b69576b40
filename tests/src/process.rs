use std::fs::File;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use tablero_api::v1::profile_service_client::ProfileServiceClient;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tonic::transport::Channel;

/// The executable, running `up` on a data folder.
#[derive(Debug)]
pub struct Tablero {
    child: Child,
    pub address: SocketAddr,
    pub metrics: SocketAddr,
    data: PathBuf,
    pub log: PathBuf,
}

impl Tablero {
    /// Starts it and waits until it says that it is up. `program` is `env!("CARGO_BIN_EXE_tablero-under-test")`.
    pub fn start(program: &str, data: &Path, arguments: &[&str]) -> Tablero {
        let log = data.join("tablero.log");
        std::fs::create_dir_all(data).expect("a folder");
        let log_file = File::options().create(true).append(true).open(&log).expect("a log file");
        let mut child = Command::new(program)
            .args(["up", "--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0"])
            .args(["--sandbox-listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .args(arguments)
            .env_remove("DATABASE_URL")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log_file)
            .spawn()
            .expect("the executable starts");
        let said = BufReader::new(child.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
        let said: Vec<String> = said.take_while(|line| !line.starts_with("Stop it")).collect();
        let named = |what: &str| {
            let line = said.iter().find_map(|line| line.trim().strip_prefix(what)).unwrap_or_else(|| {
                panic!("it does not come up: {}", std::fs::read_to_string(&log).unwrap_or_default())
            });
            let address = line.trim().trim_start_matches("http://");
            let end = address.find([' ', '/']).unwrap_or(address.len());
            address[..end].parse().expect("an address")
        };
        Tablero { address: named("gRPC"), metrics: named("metrics"), child, data: data.into(), log }
    }

    pub async fn client(&self) -> ProfileServiceClient<Channel> {
        ProfileServiceClient::new(crate::house::channel(self.address).await)
    }

    pub fn signal(&self, signal: Signal) {
        kill_process(self.pid(), signal).expect("it runs");
    }

    pub fn kill_postgres(&self) {
        kill_process(self.postmaster().expect("its Postgres runs"), Signal::KILL).expect("its Postgres runs");
    }

    pub fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// The process of its private Postgres.
    pub fn postmaster(&self) -> Option<Pid> {
        let text = std::fs::read_to_string(self.data.join("data/postmaster.pid")).ok()?;
        Pid::from_raw(text.lines().next()?.parse().ok()?)
    }

    pub fn wait(&mut self) -> ExitStatus {
        self.child.wait().expect("our child")
    }

    pub fn log(&self) -> String {
        std::fs::read_to_string(&self.log).expect("a log file")
    }

    /// The most memory it ever had, in bytes.
    pub fn peak_memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a Linux machine");
        line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") * 1024
    }
}

impl Drop for Tablero {
    fn drop(&mut self) {
        // It may have been stopped or killed already.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// The value of a metric, 0 if it was never counted. `name` includes its labels.
pub async fn metric(metrics: SocketAddr, name: &str) -> f64 {
    let mut stream = tokio::net::TcpStream::connect(metrics).await.expect("metrics are served");
    let request = "GET /metrics HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).await.expect("metrics are served");
    let mut page = String::new();
    stream.read_to_string(&mut page).await.expect("metrics are text");
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    let line = page.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.map_or(0.0, |value| value.parse().expect("a number"))
}
