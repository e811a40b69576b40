//! The services: messages in, words of the house inside, messages out.

mod board;
mod community;
mod daily;
mod matches;
mod moderation;
mod notation;
mod picture;
mod problem;
mod profile;
mod ranking;
mod read;
mod report;
mod scores;
mod tourney;
mod validation;
mod write;

pub(crate) use matches::MatchRpc;
pub(crate) use picture::PictureRpc;
pub(crate) use problem::ProblemRpc;
pub(crate) use profile::ProfileRpc;
pub(crate) use ranking::RankingRpc;
pub(crate) use report::{progress_words, write_finding};
pub(crate) use validation::ValidationRpc;

type Answer<T> = std::result::Result<tonic::Response<T>, tonic::Status>;
