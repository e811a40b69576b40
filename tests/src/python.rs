use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;

use crate::{skipped, workspace};

/// A Python with the packages of `tests/python/requirements.txt`, made on first use. `None`, with a word
/// on why, where that is not possible; then `TABLERO_TESTS_REQUIRE=python` makes it a failure instead.
pub fn python() -> Option<PathBuf> {
    static PYTHON: LazyLock<Result<PathBuf, String>> = LazyLock::new(install);
    match &*PYTHON {
        Ok(python) => Some(python.clone()),
        Err(why) => {
            skipped("python", why);
            None
        }
    }
}

fn install() -> Result<PathBuf, String> {
    let requirements = workspace().join("tests/python/requirements.txt");
    let wanted = std::fs::read(&requirements).map_err(|error| error.to_string())?;
    let mut hasher = DefaultHasher::new();
    wanted.hash(&mut hasher);
    // Other checkouts, with other requirements, have their own.
    let home = crate::cluster::home().join(format!("python-{:016x}", hasher.finish()));
    let python = home.join("bin/python");
    let done = home.join("requirements.txt");
    if std::fs::read(&done).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&home))?;
    run(Command::new(&python)
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"])
        .arg(&requirements))?;
    std::fs::write(&done, wanted).map_err(|error| error.to_string())?;
    Ok(python)
}

fn run(command: &mut Command) -> Result<(), String> {
    let output =
        command.output().map_err(|error| format!("there is no {:?}: {error}", command.get_program()))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!("{command:?} failed: {}", String::from_utf8_lossy(&output.stderr).trim())),
    }
}
