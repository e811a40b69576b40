//! What machines know of Othello: document E's features, on any board and with any axes.

mod features;
mod seam;
