//! Tablero as people in Discord meet it: the real bot, server and Postgres, in a sandbox Discord.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod boards;
mod composing;
mod daily;
mod games;
mod languages;
mod order;
mod playing;
mod reading;
mod seeing;
mod sharing;
mod shows;
mod solving;
mod standings;
mod survival;
mod tourneys;
mod week;

/// Sound: 1.Nd7! with the threat of 2.Nb6 and 2.Nf6. 1.Rxg6? fails to 1...Re4!
const MATE_IN_TWO: &str = "3K4/8/6n1/1B1kNN2/5rR1/4Q3/8/8 w - - 0 1";
/// The same with the colours exchanged.
const BLACK_MATES_IN_TWO: &str = "8/8/4q3/5Rr1/1b1Knn2/6N1/8/3k4 b - - 0 1";
