//! A stand-in Discord: REST v10, gateway and files for the real bot, a library for tests, a page for people.

mod clock;
mod faults;
mod gateway;
mod ids;
mod options;
mod oracle;
mod page;
mod people;
pub mod permissions;
mod rest;
mod rules;
mod sandbox;
mod screws;
mod server;
mod shared;
mod world;

pub use ids::Id;
pub use options::SandboxOptions;
pub use people::{Button, Input, Menu, MenuOption, Modal, Pending, Person, Reply};
pub use sandbox::Sandbox;
pub use world::{Attachment, Channel, Guild, Kind, Latency, Message, Request, State, User, World};
