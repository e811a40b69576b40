//! The types, clients and servers generated from `proto/`, and nothing else.

/// Package `tablero.v1`.
#[allow(clippy::all, rustdoc::all, missing_debug_implementations, unreachable_pub)]
pub mod v1 {
    tonic::include_proto!("tablero.v1");

    /// The compiled `FileDescriptorSet` of the package and all it imports.
    pub const FILE_DESCRIPTOR_SET: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/tablero.v1.binpb"));
}
