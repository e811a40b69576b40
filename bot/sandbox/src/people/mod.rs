//! People: what they do, and what they see. The page and the tests act through the same doors.

mod acts;
mod components;
mod modal;
mod options;
mod parse;
mod person;
mod reply;
mod typed;
mod view;
mod watch;

pub use modal::{Input, Modal};
pub use person::Person;
pub use reply::{Pending, Reply};
pub use view::{Button, Menu, MenuOption};

pub(crate) use acts::CommandUse;
pub(crate) use view::find_component;
