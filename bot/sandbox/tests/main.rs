//! The stand-in Discord against a small real bot, against its own rules, and against Discord's description.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    unreachable_pub,
    reason = "the helpers of tests are tests"
)]

mod bot;
mod conversations;
mod description;
mod gateway;
mod limits;
mod page;
mod rest;
mod support;
mod wire;
