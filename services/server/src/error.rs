use std::collections::HashMap;
use std::time::Duration;

use tablero_store::{DatabaseErrorKind, QueryError, StoreError};
use thiserror::Error;
use tonic::{Code, Status};
use tonic_types::{ErrorDetails, FieldViolation, StatusExt};
use tracing::Level;
use uuid::Uuid;

/// The `domain` of every `google.rpc.ErrorInfo` we send.
pub const DOMAIN: &str = "tablero";

pub(crate) type Result<T> = std::result::Result<T, Error>;

/// One broken rule of one field of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) field: &'static str,
    pub(crate) reason: &'static str,
    pub(crate) words: String,
}

impl Fault {
    pub(crate) fn new(field: &'static str, reason: &'static str, words: impl Into<String>) -> Fault {
        Fault { field, reason, words: words.into() }
    }
}

/// All that can go wrong with a call.
#[derive(Debug, Error)]
pub(crate) enum Error {
    #[error("{}", .0.iter().map(|fault| fault.words.as_str()).collect::<Vec<_>>().join("; "))]
    Invalid(Vec<Fault>),
    #[error("log in first: this call needs a live session")]
    NotLoggedIn,
    #[error("this is not the service key")]
    BadServiceKey,
    #[error(
        "the service key acts for a person: say for whom, with x-tablero-provider and x-tablero-external-id"
    )]
    NoIdentity,
    #[error("a call carries either a token or a service key, not both")]
    AmbiguousCredentials,
    #[error("name or password is wrong; if you have no profile yet, register first")]
    WrongCredentials,
    #[error("the password is wrong")]
    WrongPassword,
    #[error("this name is taken")]
    NameTaken,
    #[error("this problem exists already")]
    ProblemExists(Option<Uuid>),
    #[error("only its author may do this")]
    NotTheAuthor,
    #[error("only for who has made the problem, solved it or given it up")]
    NotFinished,
    #[error("only for who has solved the problem")]
    NotSolved,
    #[error("only a service that the operator trusts may do this")]
    ServiceOnly,
    #[error("only for those who use Tablero in that community")]
    NotAMember,
    #[error("only who manages this community may do this")]
    NotAManager,
    #[error("you do not sit at this match")]
    NotYourMatch,
    #[error("only who started it may stop this simulation")]
    NotYourSimulation,
    #[error("only an administrator may do this")]
    NotAnAdministrator,
    #[error("the match has gone on since you saw it; look again")]
    StalePly,
    #[error("the solver needs longer than a call may take")]
    NotDecided,
    #[error("there is no such {}", .0.noun())]
    Missing(Missing),
    #[error("{}", .0.words())]
    Refused(Refusal),
    #[error("you have too many validations under way; wait for one to end")]
    TooManyValidations,
    #[error("the server is stopping; try again")]
    Stopping,
    #[error("too many attempts; try again later")]
    RateLimited { retry: Duration },
    #[error("the server has too much to do; try again shortly")]
    Overloaded { retry: Duration },
    #[error("the time for this call ran out")]
    Late,
    #[error("the database cannot be reached; try again shortly")]
    DatabaseUnavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
    #[error("internal error")]
    Internal(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// What was looked for in vain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Missing {
    Profile,
    Session,
    LinkCode,
    Identity,
    Problem,
    ProblemLeft,
    ProblemOfTheWeek,
    Match,
    Simulation,
    Post,
    Week,
    Daily,
    Tourney,
    Community,
}

/// What the present state of things does not allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    NoSession,
    ConfirmationNeeded,
    LinkNeedsBothSides,
    AlreadyLinked,
    ProviderAlreadyLinked,
    IdentityHasOwnProfile,
    LastWayIn,
    TooManyDrafts,
    AlreadyPlayable,
    ProblemPlayed,
    ProblemSolved,
    NotYourTurn,
    NotStarted,
    MatchOver,
    OwnChallenge,
    SeatTaken,
    NoProblem,
    NoLongerWon,
    StillRunning,
    ConfirmDeletion,
    ConfirmReset,
    ProblemNotPlayable,
    TooManyMatches,
    NoSuchProblems,
    TooManySimulations,
    SimulationOver,
    OwnProblem,
    IsAdministrator,
    TooManyLeaderboards,
    DailyOpen,
    TourneyRunning,
    TourneyNotStarted,
    TourneyStarted,
    TourneyOver,
    TooManyTourneys,
    NotEnoughProblems,
    AlreadyAnswered,
    AttemptBegun,
}

impl Missing {
    fn noun(self) -> &'static str {
        match self {
            Missing::Profile => "profile",
            Missing::Session => "session",
            Missing::LinkCode => "link code: it is mistyped, used or expired",
            Missing::Identity => "identity",
            Missing::Problem => "problem",
            Missing::ProblemLeft => "problem that you have neither made nor tried yet",
            Missing::ProblemOfTheWeek => "problem of the week: none of the last seven days has three votes",
            Missing::Match => "match",
            Missing::Simulation => "simulation",
            Missing::Post => "post",
            Missing::Week => "week that was summed up",
            Missing::Daily => "daily problem: there is none in this community, and there was none",
            Missing::Tourney => "tourney",
            Missing::Community => "community: nobody uses Tablero there",
        }
    }

    fn reason(self) -> &'static str {
        match self {
            Missing::Profile => "PROFILE_NOT_FOUND",
            Missing::Session => "SESSION_NOT_FOUND",
            Missing::LinkCode => "CODE_NOT_FOUND",
            Missing::Identity => "IDENTITY_NOT_FOUND",
            Missing::Problem => "PROBLEM_NOT_FOUND",
            Missing::ProblemLeft => "NO_PROBLEM_LEFT",
            Missing::ProblemOfTheWeek => "NO_PROBLEM_OF_THE_WEEK",
            Missing::Match => "MATCH_NOT_FOUND",
            Missing::Simulation => "SIMULATION_NOT_FOUND",
            Missing::Post => "POST_NOT_FOUND",
            Missing::Week => "WEEK_NOT_FOUND",
            Missing::Daily => "NO_DAILY",
            Missing::Tourney => "TOURNEY_NOT_FOUND",
            Missing::Community => "COMMUNITY_NOT_FOUND",
        }
    }
}

impl Refusal {
    pub(crate) fn words(self) -> &'static str {
        match self {
            Refusal::NoSession => "this call was not made with a session, so there is none to end",
            Refusal::ConfirmationNeeded => "to delete this profile, send its name as confirmation",
            Refusal::LinkNeedsBothSides => {
                "a link joins a session and an identity; this is the same side twice"
            }
            Refusal::AlreadyLinked => "this identity stands for this profile already",
            Refusal::ProviderAlreadyLinked => {
                "the profile has another identity of this provider; unlink that first"
            }
            Refusal::IdentityHasOwnProfile => {
                "the identity's own profile has a password or another identity; unlink the identity there first"
            }
            Refusal::LastWayIn => {
                "without this identity nobody could reach the profile; set a password first"
            }
            Refusal::TooManyDrafts => {
                "you have too many problems that are not playable; finish or delete some first"
            }
            Refusal::AlreadyPlayable => "this problem is playable already",
            Refusal::ProblemPlayed => "somebody has played this problem, so it stays as it is",
            Refusal::ProblemSolved => "somebody has solved this problem, so it stays as it is",
            Refusal::NotYourTurn => "it is the other side's turn",
            Refusal::NotStarted => "the match has not begun: a seat waits for somebody",
            Refusal::MatchOver => "the match is over",
            Refusal::OwnChallenge => "you offered this match yourself; somebody else has to accept it",
            Refusal::SeatTaken => "this seat is taken",
            Refusal::NoProblem => "only problems have hints",
            Refusal::NoLongerWon => "nothing mates in time any more",
            Refusal::StillRunning => "the match is not over; abandon or decline it first",
            Refusal::ConfirmDeletion => "to delete this match, confirm it",
            Refusal::ConfirmReset => "to forget all these scores, confirm it",
            Refusal::ProblemNotPlayable => "this problem is not playable yet",
            Refusal::TooManyMatches => "you have too many matches under way; finish or delete some first",
            Refusal::NoSuchProblems => "the filter lets no problem through",
            Refusal::TooManySimulations => "you have too many simulations that run; wait for one to end",
            Refusal::SimulationOver => "the simulation is over",
            Refusal::OwnProblem => "you made this problem, so it is left to others",
            Refusal::IsAdministrator => "this is an administrator's profile",
            Refusal::TooManyLeaderboards => "this community keeps too many leaderboards; end one first",
            Refusal::DailyOpen => {
                "this is a daily problem whose day has not ended; until then nothing gives it away"
            }
            Refusal::TourneyRunning => {
                "a tourney with this problem is running; solve it there, and wait until it is over"
            }
            Refusal::TourneyNotStarted => "the tourney has not started yet",
            Refusal::TourneyStarted => "the tourney has started already",
            Refusal::TourneyOver => "the tourney is over",
            Refusal::TooManyTourneys => "this community has too many tourneys that are not over",
            Refusal::NotEnoughProblems => "there are not so many problems of that kind",
            Refusal::AlreadyAnswered => "this invitation has been answered already",
            Refusal::AttemptBegun => "everybody has one attempt at each problem of a tourney",
        }
    }

    pub(crate) fn reason(self) -> &'static str {
        match self {
            Refusal::NoSession => "NO_SESSION",
            Refusal::ConfirmationNeeded => "CONFIRMATION_NEEDED",
            Refusal::LinkNeedsBothSides => "LINK_NEEDS_BOTH_SIDES",
            Refusal::AlreadyLinked => "ALREADY_LINKED",
            Refusal::ProviderAlreadyLinked => "PROVIDER_ALREADY_LINKED",
            Refusal::IdentityHasOwnProfile => "IDENTITY_HAS_OWN_PROFILE",
            Refusal::LastWayIn => "LAST_WAY_IN",
            Refusal::TooManyDrafts => "TOO_MANY_DRAFTS",
            Refusal::AlreadyPlayable => "ALREADY_PLAYABLE",
            Refusal::ProblemPlayed => "PROBLEM_PLAYED",
            Refusal::ProblemSolved => "PROBLEM_SOLVED",
            Refusal::NotYourTurn => "NOT_YOUR_TURN",
            Refusal::NotStarted => "NOT_STARTED",
            Refusal::MatchOver => "MATCH_OVER",
            Refusal::OwnChallenge => "OWN_CHALLENGE",
            Refusal::SeatTaken => "SEAT_TAKEN",
            Refusal::NoProblem => "NO_PROBLEM",
            Refusal::NoLongerWon => "NO_LONGER_WON",
            Refusal::StillRunning => "STILL_RUNNING",
            Refusal::ConfirmDeletion | Refusal::ConfirmReset => "CONFIRMATION_NEEDED",
            Refusal::ProblemNotPlayable => "PROBLEM_NOT_PLAYABLE",
            Refusal::TooManyMatches => "TOO_MANY_MATCHES",
            Refusal::NoSuchProblems => "NO_SUCH_PROBLEMS",
            Refusal::TooManySimulations => "TOO_MANY_SIMULATIONS",
            Refusal::SimulationOver => "SIMULATION_OVER",
            Refusal::OwnProblem => "OWN_PROBLEM",
            Refusal::IsAdministrator => "IS_ADMINISTRATOR",
            Refusal::TooManyLeaderboards => "TOO_MANY_LEADERBOARDS",
            Refusal::DailyOpen => "DAILY_OPEN",
            Refusal::TourneyRunning => "TOURNEY_RUNNING",
            Refusal::TourneyNotStarted => "TOURNEY_NOT_STARTED",
            Refusal::TourneyStarted => "TOURNEY_STARTED",
            Refusal::TourneyOver => "TOURNEY_OVER",
            Refusal::TooManyTourneys => "TOO_MANY_TOURNEYS",
            Refusal::NotEnoughProblems => "NOT_ENOUGH_PROBLEMS",
            Refusal::AlreadyAnswered => "ALREADY_ANSWERED",
            Refusal::AttemptBegun => "ATTEMPT_BEGUN",
        }
    }
}

impl Error {
    fn code_and_reason(&self) -> (Code, &'static str) {
        match self {
            Error::Invalid(faults) => {
                (Code::InvalidArgument, faults.first().map_or("INVALID", |fault| fault.reason))
            }
            Error::NotLoggedIn => (Code::Unauthenticated, "NOT_LOGGED_IN"),
            Error::BadServiceKey => (Code::Unauthenticated, "BAD_SERVICE_KEY"),
            Error::NoIdentity => (Code::Unauthenticated, "NO_IDENTITY"),
            Error::AmbiguousCredentials => (Code::Unauthenticated, "AMBIGUOUS_CREDENTIALS"),
            Error::WrongCredentials => (Code::Unauthenticated, "WRONG_CREDENTIALS"),
            Error::WrongPassword => (Code::PermissionDenied, "WRONG_PASSWORD"),
            Error::NameTaken => (Code::AlreadyExists, "NAME_TAKEN"),
            Error::ProblemExists(_) => (Code::AlreadyExists, "PROBLEM_EXISTS"),
            Error::NotTheAuthor => (Code::PermissionDenied, "NOT_THE_AUTHOR"),
            Error::NotFinished => (Code::PermissionDenied, "NOT_FINISHED"),
            Error::NotSolved => (Code::PermissionDenied, "NOT_SOLVED"),
            Error::ServiceOnly => (Code::PermissionDenied, "SERVICE_ONLY"),
            Error::NotAMember => (Code::PermissionDenied, "NOT_A_MEMBER"),
            Error::NotAManager => (Code::PermissionDenied, "NOT_A_MANAGER"),
            Error::NotYourMatch => (Code::PermissionDenied, "NOT_YOUR_MATCH"),
            Error::NotYourSimulation => (Code::PermissionDenied, "NOT_YOUR_SIMULATION"),
            Error::NotAnAdministrator => (Code::PermissionDenied, "NOT_AN_ADMINISTRATOR"),
            Error::StalePly => (Code::Aborted, "STALE_PLY"),
            Error::NotDecided => (Code::DeadlineExceeded, "NOT_DECIDED"),
            Error::TooManyValidations => (Code::ResourceExhausted, "TOO_MANY_VALIDATIONS"),
            Error::Stopping => (Code::Unavailable, "STOPPING"),
            Error::Missing(missing) => (Code::NotFound, missing.reason()),
            Error::Refused(refusal) => (Code::FailedPrecondition, refusal.reason()),
            Error::RateLimited { .. } => (Code::ResourceExhausted, "RATE_LIMITED"),
            Error::Overloaded { .. } => (Code::ResourceExhausted, "OVERLOADED"),
            Error::Late => (Code::DeadlineExceeded, "DEADLINE_EXCEEDED"),
            Error::DatabaseUnavailable(_) => (Code::Unavailable, "DATABASE_UNAVAILABLE"),
            Error::Internal(_) => (Code::Internal, "INTERNAL"),
        }
    }

    /// How loudly the log speaks of it: what people do wrong is nobody's alarm.
    fn level(&self) -> Level {
        match self {
            Error::Invalid(_)
            | Error::NotLoggedIn
            | Error::NoIdentity
            | Error::AmbiguousCredentials
            | Error::WrongCredentials
            | Error::WrongPassword
            | Error::NameTaken
            | Error::ProblemExists(_)
            | Error::NotTheAuthor
            | Error::NotFinished
            | Error::NotSolved
            | Error::ServiceOnly
            | Error::NotAMember
            | Error::NotAManager
            | Error::NotYourMatch
            | Error::NotYourSimulation
            | Error::NotAnAdministrator
            | Error::StalePly
            | Error::NotDecided
            | Error::TooManyValidations
            | Error::Missing(_)
            | Error::Refused(_) => Level::DEBUG,
            Error::RateLimited { .. } | Error::Overloaded { .. } | Error::Late | Error::Stopping => {
                Level::INFO
            }
            Error::BadServiceKey | Error::DatabaseUnavailable(_) => Level::WARN,
            Error::Internal(_) => Level::ERROR,
        }
    }

    fn log(&self, reason: &'static str) {
        let cause = std::error::Error::source(self).map(chain).unwrap_or_default();
        match self.level() {
            Level::ERROR => tracing::error!(reason, cause, "{self}"),
            Level::WARN => tracing::warn!(reason, cause, "{self}"),
            Level::INFO => tracing::info!(reason, "{self}"),
            _ => tracing::debug!(reason, "{self}"),
        }
    }

    fn details(&self, reason: &'static str) -> ErrorDetails {
        let mut details = ErrorDetails::new();
        let existing = match self {
            Error::ProblemExists(id) => id.map(|id| ("problem_id".to_owned(), id.to_string())),
            _ => None,
        };
        details.set_error_info(reason, DOMAIN, existing.into_iter().collect::<HashMap<_, _>>());
        match self {
            Error::Invalid(faults) => {
                let violations = faults.iter().map(|fault| FieldViolation {
                    reason: fault.reason.into(),
                    ..FieldViolation::new(fault.field, &fault.words)
                });
                details.set_bad_request(violations.collect::<Vec<_>>());
            }
            Error::Refused(refusal) => {
                details.add_precondition_failure_violation(reason, "", refusal.words());
            }
            Error::RateLimited { retry } | Error::Overloaded { retry } => {
                details.set_retry_info(Some(*retry));
            }
            Error::DatabaseUnavailable(_) | Error::TooManyValidations | Error::Stopping => {
                details.set_retry_info(Some(Duration::from_secs(1)));
            }
            _ => {}
        }
        details
    }
}

/// What failed, and why, and why that.
fn chain(error: &(dyn std::error::Error + 'static)) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

impl From<Error> for Status {
    /// The boundary: here a failure is logged, once.
    fn from(error: Error) -> Status {
        let (code, reason) = error.code_and_reason();
        error.log(reason);
        Status::with_error_details(code, error.to_string(), error.details(reason))
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Error {
        match error {
            StoreError::Late => Error::Late,
            StoreError::Unreachable(cause) => Error::DatabaseUnavailable(cause),
            StoreError::Query(QueryError::DatabaseError(DatabaseErrorKind::UniqueViolation, info)) => {
                match info.constraint_name() {
                    Some("profiles_name_key_unique") => Error::NameTaken,
                    Some("problems_unique") => Error::ProblemExists(None),
                    Some("matches_one_per_tourney_problem") => Error::Refused(Refusal::AttemptBegun),
                    Some("identities_one_per_provider") => Error::Refused(Refusal::ProviderAlreadyLinked),
                    _ => Error::Internal(info.message().to_owned().into()),
                }
            }
            StoreError::Query(error) => Error::Internal(error.into()),
        }
    }
}

impl From<QueryError> for Error {
    fn from(error: QueryError) -> Error {
        StoreError::from(error).into()
    }
}
