//! The protos are clean, and v1 only grows.

use std::collections::BTreeSet;
use std::process::Command;

use prost::Message;
use prost_types::field_descriptor_proto::{Label, Type};
use prost_types::{DescriptorProto, EnumDescriptorProto, FileDescriptorSet};
use tablero_api::v1::FILE_DESCRIPTOR_SET;
use tablero_tests::{python, workspace};

/// Everything that a client can rely on, a line each.
fn promises() -> BTreeSet<String> {
    let mut lines = BTreeSet::new();
    for file in FileDescriptorSet::decode(FILE_DESCRIPTOR_SET).unwrap().file {
        if file.package() != "tablero.v1" {
            continue;
        }
        for service in &file.service {
            for rpc in &service.method {
                let stream = |on: bool| if on { "stream " } else { "" };
                lines.insert(format!(
                    "rpc {}.{}.{} ({}{}) returns ({}{})",
                    file.package(),
                    service.name(),
                    rpc.name(),
                    stream(rpc.client_streaming()),
                    rpc.input_type(),
                    stream(rpc.server_streaming()),
                    rpc.output_type()
                ));
            }
        }
        file.message_type.iter().for_each(|message| promise_message(&mut lines, file.package(), message));
        file.enum_type.iter().for_each(|kind| promise_enum(&mut lines, file.package(), kind));
    }
    lines
}

fn promise_message(lines: &mut BTreeSet<String>, scope: &str, message: &DescriptorProto) {
    let scope = format!("{scope}.{}", message.name());
    lines.insert(format!("message {scope}"));
    for field in &message.field {
        let kind = match field.r#type() {
            Type::Message | Type::Enum => field.type_name().to_owned(),
            scalar => scalar.as_str_name().trim_start_matches("TYPE_").to_lowercase(),
        };
        let label = if field.label() == Label::Repeated { "repeated " } else { "" };
        let group =
            field.oneof_index.map(|index| format!(" in {}", message.oneof_decl[index as usize].name()));
        let group = group.unwrap_or_default();
        lines.insert(format!("field {scope}.{} = {}: {label}{kind}{group}", field.name(), field.number()));
    }
    message.nested_type.iter().for_each(|nested| promise_message(lines, &scope, nested));
    message.enum_type.iter().for_each(|kind| promise_enum(lines, &scope, kind));
}

fn promise_enum(lines: &mut BTreeSet<String>, scope: &str, kind: &EnumDescriptorProto) {
    for value in &kind.value {
        lines.insert(format!("value {scope}.{}.{} = {}", kind.name(), value.name(), value.number()));
    }
}

/// To release what was added: `TABLERO_RELEASE_PROTO=1 cargo test -p tablero-tests v1_only_grows`.
#[test]
fn v1_only_grows() {
    let file = workspace().join("tests/released/tablero.v1.txt");
    let now = promises();
    if std::env::var_os("TABLERO_RELEASE_PROTO").is_some() {
        let text: String = now.iter().map(|line| format!("{line}\n")).collect();
        std::fs::write(&file, text).unwrap();
    }
    let released = std::fs::read_to_string(&file).unwrap();
    let broken: Vec<_> = released.lines().filter(|line| !now.contains(*line)).collect();
    assert!(released.lines().count() > 50, "something was released");
    assert!(broken.is_empty(), "these were promised and are no more: {broken:#?}");
    let added: Vec<_> = now.iter().filter(|line| !released.lines().any(|old| old == *line)).collect();
    assert!(added.is_empty(), "these are new and not released yet; see the comment above: {added:#?}");
}

#[test]
fn every_rpc_states_its_contract() {
    for entry in std::fs::read_dir(workspace().join("proto/tablero/v1")).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for (number, line) in lines.iter().enumerate().filter(|(_, line)| line.starts_with("rpc ")) {
            assert!(lines[number - 1].starts_with("//"), "{line} has no contract");
        }
    }
}

#[test]
fn buf_finds_no_fault() {
    let Some(python) = python() else { return };
    let buf = python.with_file_name("buf");
    let output = Command::new(buf).arg("lint").current_dir(workspace().join("proto")).output().unwrap();
    let words = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words}");
}
