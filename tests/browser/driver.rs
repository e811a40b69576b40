use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use fantoccini::wd::Capabilities;
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::json;
use tablero_tests::{Folder, skipped, workspace};

const FLAGS: [&str; 9] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--hide-scrollbars",
];
/// A screen without a mouse would be taken for a tablet.
const MOUSE: &str =
    "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4";

/// What the page is looked at with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Device {
    Desktop,
    Phone,
}

impl Device {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Device::Desktop => "desktop",
            Device::Phone => "phone",
        }
    }
}

/// A headless Chromium under a driver of its own. Both end with it.
#[derive(Debug)]
pub(crate) struct Chromium {
    pub(crate) client: Client,
    _driver: Driver,
    _profile: Folder,
}

impl Chromium {
    /// A browser that asks for pages in `language`; `None` where there is none, which is said.
    pub(crate) async fn start(device: Device, language: &str) -> Option<Chromium> {
        let (Some(chromium), Some(chromedriver)) = (on_path("chromium"), on_path("chromedriver")) else {
            skipped("chromium", "there is no chromium with its chromedriver");
            return None;
        };
        let driver = Driver::start(chromedriver);
        let profile = Folder::new();
        let wanted = capabilities(device, language, &chromium, &profile);
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(wanted)
            .connect(&format!("http://127.0.0.1:{}", driver.port))
            .await
            .expect("Chromium starts");
        Some(Chromium { client, _driver: driver, _profile: profile })
    }
}

fn capabilities(device: Device, language: &str, chromium: &Path, profile: &Folder) -> Capabilities {
    let mut flags: Vec<String> = FLAGS.map(str::to_owned).into();
    flags.push(format!("--user-data-dir={}", profile.path().display()));
    flags.push(format!("--accept-lang={language}"));
    let mut options = json!({ "binary": chromium });
    match device {
        Device::Desktop => flags.push(MOUSE.into()),
        Device::Phone => {
            let metrics =
                json!({"width": 390, "height": 844, "pixelRatio": 2, "touch": true, "mobile": true});
            options["mobileEmulation"] = json!({ "deviceMetrics": metrics });
        }
    }
    options["args"] = json!(flags);
    Capabilities::from_iter([("goog:chromeOptions".to_owned(), options)])
}

fn on_path(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

#[derive(Debug)]
struct Driver {
    child: Child,
    port: u16,
}

impl Driver {
    fn start(program: PathBuf) -> Driver {
        let mut child = Command::new(program)
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver starts");
        let mut said = BufReader::new(child.stdout.take().expect("a pipe"));
        let port = said.by_ref().lines().map_while(Result::ok).find_map(|line| {
            line.split_once("started successfully on port ")?.1.trim_end_matches('.').parse().ok()
        });
        let port = port.expect("chromedriver says where it listens");
        // It must never find the pipe closed or full.
        std::thread::spawn(move || std::io::copy(&mut said, &mut std::io::sink()));
        Driver { child, port }
    }

    /// Asks it to end with its browsers, which would outlive a driver that was killed.
    fn shut_down(&self) -> std::io::Result<()> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        stream.write_all(b"GET /shutdown HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n")?;
        std::io::copy(&mut stream, &mut std::io::sink()).map(|_| ())
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        if self.shut_down().is_err() {
            // It is gone already, or does not listen any more.
            self.child.kill().ok();
        }
        self.child.wait().ok();
    }
}

/// Where pictures of the page are kept for those who want to look.
pub(crate) fn gallery() -> PathBuf {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace().join("target"), PathBuf::from);
    let folder = target.join("screenshots");
    std::fs::create_dir_all(&folder).expect("the target folder is ours");
    folder
}
