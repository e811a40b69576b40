//! Places whose people use Tablero together: how they like it, and what happens there by the calendar.

mod calendar;
mod dailies;
mod desk;
mod local;
mod settings;
mod weeks;

pub(crate) use calendar::keep_calendar;
pub(crate) use desk::{Pinned, managed};
pub(crate) use settings::SettingsChange;
pub(crate) use weeks::{Summary, summary};
