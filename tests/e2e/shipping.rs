//! What ships beside the code tells the truth about the executable.

use std::collections::BTreeSet;

use tablero_tests::workspace;
use yaml_rust2::{Yaml, YamlLoader};

fn read(file: &str) -> String {
    std::fs::read_to_string(workspace().join(file)).unwrap()
}

fn subcommand(name: &str) -> clap::Command {
    let tablero = tablero::command();
    tablero.find_subcommand(name).unwrap_or_else(|| panic!("tablero has no subcommand {name}")).clone()
}

/// The environment variables that a command looks at.
fn variables(command: &clap::Command) -> BTreeSet<String> {
    let variables = command.get_arguments().filter_map(|argument| argument.get_env());
    variables.map(|name| name.to_str().unwrap().to_owned()).collect()
}

#[test]
fn the_compose_file_uses_only_what_the_executable_has() {
    let compose = &YamlLoader::load_from_str(&read("docker-compose.yml")).unwrap()[0];
    let services = compose["services"].as_hash().unwrap();
    let mut ours = 0;
    for (name, service) in services.iter().filter(|(_, service)| !service["build"].is_badvalue()) {
        let command: Vec<_> =
            service["command"].as_vec().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
        let known = variables(&subcommand(command[0]));
        for variable in service["environment"].as_hash().unwrap().keys() {
            let variable = variable.as_str().unwrap();
            assert!(known.contains(variable), "{name:?} sets {variable}, which {} does not know", command[0]);
        }
        let arguments = std::iter::once("tablero").chain(command.iter().copied());
        tablero::command().try_get_matches_from(arguments).unwrap();
        let dockerfile = service["build"]["dockerfile"].as_str().unwrap();
        assert!(workspace().join(dockerfile).is_file(), "{dockerfile}");
        ours += 1;
    }
    assert!(ours >= 1);
    for (name, service) in services {
        for needed in service["depends_on"].as_hash().into_iter().flat_map(|needed| needed.keys()) {
            assert!(services.contains_key(needed), "{name:?} depends on {needed:?}");
        }
        for volume in service["volumes"].as_vec().into_iter().flatten() {
            let volume = volume.as_str().unwrap().split(':').next().unwrap();
            let declared = compose["volumes"].as_hash().unwrap();
            assert!(declared.contains_key(&Yaml::String(volume.into())), "{volume} is not declared");
        }
    }
}

#[test]
fn the_image_runs_a_subcommand_that_exists_with_variables_that_exist() {
    let dockerfile = read("services/tablero/Dockerfile");
    let known = variables(&subcommand("serve"));
    let set: Vec<_> = dockerfile.split_whitespace().filter_map(|word| word.split_once('=')).collect();
    let set: Vec<_> = set.iter().filter(|(name, _)| name.starts_with("TABLERO_")).collect();
    assert!(set.len() >= 3);
    for (name, _) in set {
        assert!(known.contains(*name), "{name}");
    }
    assert!(dockerfile.contains("ENTRYPOINT [\"tablero\"]\nCMD [\"serve\"]\n"));
    let user = dockerfile.lines().position(|line| line == "USER tablero");
    assert!(user.is_some(), "it does not run as root");
}

#[test]
fn the_readme_documents_every_variable_and_no_other() {
    let readme = read("README.md");
    let words = readme.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    let named: BTreeSet<_> = words
        .filter(|word| {
            let ours = word.starts_with("TABLERO_") && *word != "TABLERO_SHARED";
            ours || ["DATABASE_URL", "DISCORD_TOKEN"].contains(word)
        })
        .collect();
    let known: BTreeSet<String> = tablero::command().get_subcommands().flat_map(variables).collect();
    assert_eq!(named.into_iter().map(ToOwned::to_owned).collect::<BTreeSet<_>>(), known);
}

#[test]
fn every_option_and_subcommand_explains_itself() {
    for command in tablero::command().get_subcommands() {
        assert!(command.get_about().is_some(), "{}", command.get_name());
        for argument in command.get_arguments() {
            assert!(argument.get_help().is_some(), "{} {}", command.get_name(), argument.get_id());
        }
    }
}

#[test]
fn ci_runs_the_readmes_test_command() {
    assert!(read("README.md").contains("\ncargo test --workspace\n"));
    assert!(read(".ci/run").contains("cargo test --workspace\n"));
}
