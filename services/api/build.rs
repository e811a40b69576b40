use prost::Message;
use std::{env, error::Error, fs, path::PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let proto = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../../proto");
    println!("cargo::rerun-if-changed={}", proto.display());

    let mut files: Vec<PathBuf> = fs::read_dir(proto.join("tablero/v1"))?
        .map(|entry| entry.map(|e| e.path()))
        .collect::<Result<_, _>>()?;
    files.retain(|file| file.extension().is_some_and(|ext| ext == "proto"));
    files.sort();

    let descriptors = protox::compile(files, [&proto])?;
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("tablero.v1.binpb"), descriptors.encode_to_vec())?;
    tonic_prost_build::configure().compile_fds(descriptors)?;
    Ok(())
}
