//! What Tablero keeps. Rows and queries over Postgres, the pool, the migrations, and the private Postgres that is used
//! when no other is given. Positions, rules and moves are text here; nothing in this room knows a game or a password.

mod clock;
mod community;
mod connect;
mod daily;
mod daily_result;
mod guard;
mod identity;
mod job;
mod link_code;
mod listen;
mod match_list;
mod matches;
mod migrate;
mod moderation;
mod options;
mod pool;
mod post;
mod private;
mod problem;
mod problem_list;
mod profile;
mod ranked;
mod result;
#[rustfmt::skip]
mod schema;
mod score;
mod session;
mod settings;
mod simulation;
mod standing;
mod tourney;
mod tourney_set;
mod tourney_table;
mod tried;
mod vote;
mod week;

pub use clock::Clock;
pub use community::{Community, CommunityChange, Member};
pub use daily::Daily;
pub use daily_result::{DailyResult, DailyStreak};
pub use diesel::result::{DatabaseErrorKind, Error as QueryError, QueryResult};
pub use diesel_async::{AsyncConnection, AsyncPgConnection};
pub use guard::Guard;
pub use identity::{Identity, NewIdentity};
pub use job::{Job, JobKind, MOST_ATTEMPTS};
pub use link_code::{LinkCode, NewLinkCode};
pub use listen::{COMMUNITIES, JOBS, Listener, MATCHES, Note, POSTS, PROBLEMS, SIMULATIONS, notify};
pub use match_list::{MatchPage, MatchScope};
pub use matches::{Match, MatchChange, Mistake, NewMatch, NewSeat, Play};
pub use migrate::{applied, migrate, revert};
pub use moderation::{
    Act, NewAct, PlaceKey, Report, ReportPage, bar_name, hide_member, is_barred, not_hidden,
};
pub use options::{Database, DatabaseOptions, OpenError};
pub use pool::{Lane, Store, StoreError};
pub use post::{NewPost, Post, PostKind};
pub use private::{Durability, PrivatePostgres, Programs, StartError};
pub use problem::{HOUSE_AUTHOR, NewProblem, Problem, ProblemChange, ProblemState, UnknownState};
pub use problem_list::{HiddenIn, Listed, Order, Page, ProblemFilter, Scope};
pub use profile::{NewProfile, Profile};
pub use ranked::{Board, Period, Ranked};
pub use result::{Attempt, StoredRating};
pub use score::{EasyScore, HardScore, NormalScore, Opponent, PeopleScore, Score, ScoreOrder, ScoreRow};
pub use session::{NewSession, Session};
pub use settings::{Settings, SettingsChange};
pub use simulation::{NewSimulation, Simulation, SimulationGame};
pub use standing::{Composed, RatingPoint, SolvedCount, Standing, Streak};
pub use tourney::{NewTourney, Tourney, TourneyState};
pub use tourney_set::{SetProblem, SetWish};
pub use tourney_table::Stand;
pub use tried::DecidedSeat;
pub use vote::{Composer, Vote};
pub use week::{Placed, Week};
