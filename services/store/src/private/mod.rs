//! A Postgres of our own: found or fetched, set up in a folder, started, watched over and stopped with us.

mod account;
mod cluster;
mod folder;
mod keeper;
mod programs;

pub use cluster::{Durability, PrivatePostgres, StartError};
pub use programs::Programs;
