//! The gRPC services of Tablero: the only room where games, the store and the protos meet.

mod edge;
mod error;
mod limits;
mod options;
mod profile;
mod rpc;
mod serve;
mod sweep;

pub use error::DOMAIN;
pub use options::ServerOptions;
pub use serve::{GRACE, ServeError, Server};
