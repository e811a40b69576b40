//! What machines know of chess: document A's tables, and what its authors had no time for.

mod endgame;
mod insight;
mod pawns;
mod promise;
mod seam;
mod tables;
mod taper;
