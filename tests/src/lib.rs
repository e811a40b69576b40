//! What the end-to-end tests are made with: a Postgres, servers on it, clients of theirs, and the executable itself.

mod cluster;
mod folder;
mod house;
mod process;
mod reply;

pub use cluster::TestDatabase;
pub use folder::{Folder, workspace};
pub use house::{Badge, Client, House, SERVICE_KEY, options, raw};
pub use process::{Tablero, metric};
pub use reply::{Expect, reasons};
