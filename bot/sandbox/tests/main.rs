//! The stand-in Discord against a small real bot, against its own rules, and against Discord's description.

#![expect(unreachable_pub, reason = "a test is its own crate")]

mod bot;
mod conversations;
mod description;
mod gateway;
mod limits;
mod page;
mod rest;
mod support;
mod wire;
