//! Solving tourneys: announced by managers, started and ended by the calendar, solved in private.

mod attempt;
mod desk;
mod turn;
mod view;
mod wish;

pub(crate) use attempt::{may_go_on, note_progress};
pub(crate) use turn::turn;
pub(crate) use view::{Side, View, seen_from};
pub(crate) use wish::{Start, WishedSet, WishedTourney};
