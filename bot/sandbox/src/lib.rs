//! A stand-in Discord: REST v10, gateway and files for the real bot, a library for tests, a page for people.
//!
//! ```no_run
//! # async fn conversation() -> std::io::Result<()> {
//! use tablero_sandbox::{Sandbox, SandboxOptions};
//!
//! let sandbox = Sandbox::start(SandboxOptions::default()).await?;
//! // The bot under test is given `sandbox.url()` and `sandbox.token()`, then:
//! sandbox.ready().await;
//! let ana = sandbox.person("Ana").at("problems");
//! let reply = ana.command("/solve moves:2 theme:Threat").await;
//! let panel = ana.click(&reply, "Hint").await;
//! assert!(panel.updated().has_picture());
//! assert!(sandbox.complaints().is_empty());
//! # Ok(())
//! # }
//! ```

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
mod server;
mod shared;
mod staging;
mod world;

pub use ids::Id;
pub use options::SandboxOptions;
pub use people::{Button, Input, Menu, MenuOption, Modal, Pending, Person, Reply};
pub use sandbox::Sandbox;
pub use world::{Attachment, Channel, Guild, Kind, Latency, Message, Request, State, User, World};
