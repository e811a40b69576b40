//! Matches: seats, turns, clocks, and machines that answer.

mod brain;
mod desk;
mod line;
mod list;
mod offer;
mod play;
mod record;
mod reply;
mod simulate;
mod watch;

pub(crate) use brain::Brain;
pub(crate) use desk::{Matches, Seated};
pub(crate) use line::Line;
pub(crate) use list::MatchPageToken;
pub(crate) use offer::{Entry, NewGame, Sitter, same_person};
pub(crate) use play::Move;
pub(crate) use record::{Record, RecordState, seat, solves};
pub(crate) use reply::reply;
pub(crate) use simulate::{Contest, NewContest, simulate};
pub(crate) use watch::News;
