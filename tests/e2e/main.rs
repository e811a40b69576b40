//! Tablero as its clients meet it.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod authorisation;
mod identities;
mod limits;
mod login;
mod migrations;
mod profiles;
