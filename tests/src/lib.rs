//! What the end-to-end tests are made with: a Postgres, servers on it, clients of theirs, and the executable itself.

#![allow(clippy::print_stdout)]

mod chat;
mod cluster;
mod folder;
mod house;
mod process;
mod python;
mod reply;
mod require;
mod solve;

pub use chat::{Chat, Second, mating_move};
pub use cluster::TestDatabase;
pub use folder::{Folder, workspace};
pub use house::{
    Badge, Client, House, MatchClient, PictureClient, ProblemClient, RankingClient, SERVICE_KEY,
    ValidationClient, options, raw,
};
pub use process::{Tablero, metric};
pub use python::python;
pub use reply::{Expect, reasons};
pub use require::skipped;
pub use solve::mate_in_one;
