//! Search under a budget, pure: no IO, and no clock but the one inside [`Budget`].

mod budget;
mod dice;
pub mod discs;
pub mod forced;
pub mod machine;
pub mod mate;
pub mod problem;
mod rating;
mod reputation;

pub use budget::{Budget, Cancel, Meter};
pub use rating::{Encounter, Rating};
pub use reputation::{NEUTRAL, composer_rating, quality};
