//! A third-party client in another language, which knows of us only what reflection tells.

use tablero_tests::{Folder, SERVICE_KEY, Tablero, python, workspace};
use tokio::process::Command;

#[tokio::test(flavor = "multi_thread")]
async fn a_python_client_finds_its_way_by_reflection_alone() {
    let Some(python) = tokio::task::spawn_blocking(python).await.unwrap() else {
        return;
    };
    let folder = Folder::new();
    let arguments = ["--service-key", SERVICE_KEY, "--log-ins-per-account", "12"];
    let tablero =
        Tablero::start(env!("CARGO_BIN_EXE_tablero-under-test"), &folder.path().join("d"), &arguments);
    let output = Command::new(python)
        .arg(workspace().join("tests/python/client.py"))
        .args([&tablero.address.to_string(), SERVICE_KEY])
        .output()
        .await
        .unwrap();
    let words = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    println!("{words}");
    assert!(output.status.success(), "{words}");
    assert!(words.contains("all is well"));
}
