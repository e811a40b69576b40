//! The library of problems: drafts become problems by proof.

mod desk;
mod draft;
mod guard;
mod import;
mod list;
mod solution;
mod starter;
mod suggest;
mod watch;

pub(crate) use desk::{ChangeRule, Problems, Revision};
pub(crate) use draft::{Draft, RawDraft, check_moves, find_game, flaws, most_moves, too_long};
pub(crate) use guard::{refuse, unguarded, unguarded_position};
pub(crate) use import::{Imported, export_line};
pub(crate) use list::PageToken;
pub(crate) use starter::load as load_starter;
pub(crate) use watch::Sign;
