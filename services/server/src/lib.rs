//! The gRPC services of Tablero: the only room where games, the store and the protos meet.

mod community;
mod daily;
mod edge;
mod error;
mod events;
mod jobs;
mod ladder;
mod limits;
mod matches;
mod moderation;
mod notation;
mod options;
mod picture;
mod posts;
mod problem;
mod profile;
mod prove;
mod ranking;
mod reputation;
mod rpc;
mod score;
mod serve;
mod spot;
mod sweep;
mod think;
mod tourney;
mod work;

pub use error::DOMAIN;
pub use options::{ServerOptions, WorkOptions};
pub use serve::{GRACE, ServeError, Server};
pub use work::work;
