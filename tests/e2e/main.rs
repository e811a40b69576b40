//! Tablero as its clients meet it.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod authorisation;
mod communities;
mod crash;
mod crash_matches;
mod dailies;
mod draw;
mod identities;
mod limits;
mod login;
mod matches;
mod migrations;
mod moderation;
mod offline;
mod offline_games;
mod pictures;
mod pictures_read;
mod postgres;
mod problems;
mod profiles;
mod protos;
mod python;
mod rankings;
mod read;
mod reputation;
mod scores;
mod settings;
mod sharing;
mod shipping;
mod simulations;
mod tourneys;
mod transport;
mod validation;
