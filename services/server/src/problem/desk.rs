use std::time::{Duration, Instant};

use tablero_store::{
    AsyncConnection, AsyncPgConnection, Job, Lane, Listed, NewProblem, Problem, ProblemChange, ProblemState,
    Profile, Store,
};
use uuid::Uuid;

use super::draft::{Draft, RawDraft};
use super::unguarded_position;
use crate::edge::{Call, Person};
use crate::error::{Error, Missing, Refusal, Result};
use crate::events::{Event, Events, Subscription};
use crate::matches::Brain;
use crate::moderation::{self, Administrators};
use crate::reputation;

/// How long the answer to a new problem waits for its verdict.
const PATIENCE: Duration = Duration::from_secs(2);
/// Problems of one author that are not playable.
const MOST_UNFINISHED: i64 = 500;

/// All that can be done with problems.
#[derive(Debug, Clone)]
pub(crate) struct Problems {
    pub(crate) store: Store,
    pub(crate) events: Events,
    pub(crate) brain: Brain,
    pub(crate) administrators: Administrators,
}

/// Until when an author may change a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ChangeRule {
    WhileUnplayed,
    WhileUnsolved,
}

/// What an author changes; the rest stays.
#[derive(Debug, Default)]
pub(crate) struct Revision {
    pub(crate) rules: Option<String>,
    pub(crate) position: Option<String>,
    pub(crate) moves: Option<u32>,
    pub(crate) title: Option<String>,
    pub(crate) theme: Option<String>,
    pub(crate) difficulty: Option<u32>,
}

impl Problems {
    pub(crate) async fn db(&self, call: &Call) -> Result<Lane> {
        Ok(self.store.lane(call.deadline).await?)
    }

    /// Keeps a draft, or has a problem validated and waits a moment for the verdict.
    pub(crate) async fn create(
        &self,
        call: &Call,
        person: &Person,
        draft: &Draft,
        keep: bool,
    ) -> Result<Listed> {
        let events = self.events.subscribe();
        let author = &person.profile;
        let problem = self.insert(call, author.id, draft, keep).await?;
        match problem.state {
            ProblemState::Checking => self.settle(call, person, problem.id, events).await,
            _ => Ok(Listed { problem, author: author.clone(), solved: false, hidden: false }),
        }
    }

    pub(super) async fn insert(
        &self,
        call: &Call,
        author: Uuid,
        draft: &Draft,
        keep: bool,
    ) -> Result<Problem> {
        if !keep {
            draft.canonical()?;
        }
        let mut db = self.db(call).await?;
        if !keep {
            self.unguarded(&mut db, author, draft).await?;
        }
        let inserted = db.transaction(async |db| {
            if Problem::count_unfinished(db, author).await? >= MOST_UNFINISHED {
                return Err(Error::Refused(Refusal::TooManyDrafts));
            }
            enter(db, author, draft, keep).await
        });
        match inserted.await {
            Err(Error::ProblemExists(_)) => Err(named(&mut db, draft).await?),
            inserted => inserted,
        }
    }

    /// A proof tells the answer, which may be kept from its author as somebody else's problem.
    async fn unguarded(&self, db: &mut AsyncPgConnection, author: Uuid, draft: &Draft) -> Result<()> {
        let Draft { game, rules, sketch, .. } = draft;
        unguarded_position(db, game, rules, &sketch.position, author, self.store.clock().now()).await
    }

    /// Has a draft or a refused problem validated.
    pub(crate) async fn submit(&self, call: &Call, person: &Person, id: Uuid) -> Result<Listed> {
        let events = self.events.subscribe();
        let mut db = self.db(call).await?;
        let problem = own(&mut db, person, id).await?;
        let draft = Draft::read(&raw(&problem, Revision::default()))?;
        draft.canonical()?;
        self.unguarded(&mut db, person.profile.id, &draft).await?;
        let submitted = db.transaction(async |db| {
            let now = Problem::lock(db, id).await?.ok_or(Error::Missing(Missing::Problem))?;
            match now.state {
                ProblemState::Playable => return Err(Error::Refused(Refusal::AlreadyPlayable)),
                ProblemState::Checking => return Ok(()),
                ProblemState::Draft | ProblemState::Refused => {}
            }
            let revision = now.revision + 1;
            change(db, &now, &draft, ProblemState::Checking, revision).await?;
            Ok(Job::enqueue(db, id, now.author_id, revision).await?)
        });
        match submitted.await {
            Err(Error::ProblemExists(_)) => return Err(named(&mut db, &draft).await?),
            submitted => submitted?,
        }
        drop(db);
        self.settle(call, person, id, events).await
    }

    /// Changes a problem, and has it validated again if that matters to its proof.
    pub(crate) async fn update(
        &self,
        call: &Call,
        person: &Person,
        id: Uuid,
        revision: Revision,
        rule: ChangeRule,
    ) -> Result<Listed> {
        let events = self.events.subscribe();
        let mut db = self.db(call).await?;
        let seen = own(&mut db, person, id).await?;
        let draft = Draft::read(&raw(&seen, revision))?;
        self.unguarded(&mut db, person.profile.id, &draft).await?;
        let updated = db.transaction(async |db| {
            let now = Problem::lock(db, id).await?.ok_or(Error::Missing(Missing::Problem))?;
            may_change(&now, rule)?;
            let same_position = now.position == draft.sketch.position && now.rules == draft.rules;
            if same_position && now.moves == i16::from(draft.moves) {
                return relabel(db, &now, &draft).await;
            }
            if Problem::is_daily(db, id, self.store.clock().now()).await? {
                return Err(Error::Refused(Refusal::DailyOpen));
            }
            let revision = now.revision + 1;
            if now.state == ProblemState::Draft {
                return change(db, &now, &draft, ProblemState::Draft, revision).await;
            }
            draft.canonical()?;
            let problem = change(db, &now, &draft, ProblemState::Checking, revision).await?;
            Job::enqueue(db, id, now.author_id, revision).await?;
            Ok(problem)
        });
        let problem = match updated.await {
            Err(Error::ProblemExists(_)) => return Err(named(&mut db, &draft).await?),
            updated => updated?,
        };
        drop(db);
        match problem.state {
            ProblemState::Checking => self.settle(call, person, id, events).await,
            _ => self.get(call, person, id).await,
        }
    }

    /// Deletes a problem: its author, or with a reason an administrator.
    pub(crate) async fn delete(&self, call: &Call, person: &Person, id: Uuid, reason: &str) -> Result<()> {
        let now = self.store.clock().now();
        let mut db = self.db(call).await?;
        if self.administrators.include(&person.profile) {
            let found = Problem::by_id(&mut db, id).await?;
            let (problem, _) = found.ok_or(Error::Missing(Missing::Problem))?;
            if problem.author_id != person.profile.id {
                let reason = moderation::reason(reason, true)?;
                let deleted = db.transaction(async |db| {
                    moderation::delete_problem(db, person, &problem, &reason, now).await
                });
                return deleted.await;
            }
        }
        own(&mut db, person, id).await?;
        db.transaction(async |db| reputation::delete(db, id, now).await).await
    }

    /// A problem, if the viewer may see it.
    pub(crate) async fn get(&self, call: &Call, person: &Person, id: Uuid) -> Result<Listed> {
        let mut db = self.db(call).await?;
        let (problem, author) = visible(&mut db, person, id).await?;
        let solved = Problem::is_solved_by(&mut db, id, person.profile.id).await?;
        let hidden = moderation::known_hidden(&mut db, person, &problem).await?;
        Ok(Listed { problem, author, solved, hidden })
    }

    /// The problem when its verdict is there, or as it is when patience or the call's time runs out.
    async fn settle(
        &self,
        call: &Call,
        person: &Person,
        id: Uuid,
        mut events: Subscription,
    ) -> Result<Listed> {
        let patience = (Instant::now() + PATIENCE).min(call.deadline - PATIENCE / 10);
        loop {
            let listed = self.get(call, person, id).await?;
            let news = async {
                loop {
                    match events.next().await {
                        Event::Problem { id: other, words } if other == id && words.is_empty() => break,
                        Event::Gap => break,
                        _ => {}
                    }
                }
            };
            if listed.problem.state != ProblemState::Checking
                || tokio::time::timeout_at(patience.into(), news).await.is_err()
            {
                return Ok(listed);
            }
        }
    }
}

/// Writes a new problem and, unless it is kept as a draft, puts it in line for its validation.
pub(super) async fn enter(
    db: &mut AsyncPgConnection,
    author: Uuid,
    draft: &Draft,
    keep: bool,
) -> Result<Problem> {
    let new = NewProblem {
        author_id: author,
        game: draft.game.name,
        rules: &draft.rules,
        position: &draft.sketch.position,
        moves: draft.moves.into(),
        title: &draft.title,
        theme: &draft.theme,
        difficulty: draft.difficulty.into(),
        state: if keep { ProblemState::Draft } else { ProblemState::Checking },
        canonical: draft.sketch.canonical.as_deref(),
        rating: draft.first_rating(),
    };
    let problem = new.insert(db).await?;
    if !keep {
        Job::enqueue(db, problem.id, author, problem.revision).await?;
    }
    Ok(problem)
}

/// Writes a new revision, of which nothing is proven yet.
async fn change(
    db: &mut AsyncPgConnection,
    now: &Problem,
    draft: &Draft,
    state: ProblemState,
    revision: i32,
) -> Result<Problem> {
    let change = ProblemChange {
        rules: &draft.rules,
        position: &draft.sketch.position,
        moves: draft.moves.into(),
        title: &draft.title,
        theme: &draft.theme,
        difficulty: draft.difficulty.into(),
        state,
        revision,
        canonical: draft.sketch.canonical.as_deref(),
        verdict: None,
        report: None,
        rating: draft.first_rating(),
    };
    Ok(Problem::change(db, now.id, &change).await?)
}

/// Writes what does not matter to the proof.
async fn relabel(db: &mut AsyncPgConnection, now: &Problem, draft: &Draft) -> Result<Problem> {
    let change = ProblemChange {
        rules: &now.rules,
        position: &now.position,
        moves: now.moves,
        title: &draft.title,
        theme: &draft.theme,
        difficulty: draft.difficulty.into(),
        state: now.state,
        revision: now.revision,
        canonical: draft.sketch.canonical.as_deref(),
        verdict: now.verdict.as_deref(),
        report: now.report.as_deref(),
        rating: now.rating,
    };
    Ok(Problem::change(db, now.id, &change).await?)
}

fn may_change(problem: &Problem, rule: ChangeRule) -> Result<()> {
    match rule {
        ChangeRule::WhileUnplayed if problem.play_count > 0 => Err(Error::Refused(Refusal::ProblemPlayed)),
        ChangeRule::WhileUnsolved if problem.solve_count > 0 => Err(Error::Refused(Refusal::ProblemSolved)),
        ChangeRule::WhileUnplayed | ChangeRule::WhileUnsolved => Ok(()),
    }
}

/// A problem as its author would write it down now, with what is revised.
fn raw(problem: &Problem, revision: Revision) -> RawDraft {
    let number = |number: i16| u32::try_from(number).unwrap_or_default();
    RawDraft {
        game: problem.game.clone(),
        rules: revision.rules.unwrap_or_else(|| problem.rules.clone()),
        position: revision.position.unwrap_or_else(|| problem.position.clone()),
        moves: revision.moves.unwrap_or(number(problem.moves)),
        title: revision.title.unwrap_or_else(|| problem.title.clone()),
        theme: revision.theme.unwrap_or_else(|| problem.theme.clone()),
        difficulty: revision.difficulty.unwrap_or(number(problem.difficulty)),
    }
}

/// A problem that everybody may see where they are, or its author.
pub(super) async fn visible(
    db: &mut AsyncPgConnection,
    person: &Person,
    id: Uuid,
) -> Result<(Problem, Profile)> {
    let found = Problem::by_id(db, id).await?.filter(|(problem, author)| {
        problem.state == ProblemState::Playable || author.id == person.profile.id
    });
    let (problem, author) = found.ok_or(Error::Missing(Missing::Problem))?;
    match moderation::sees(db, person, &problem).await? {
        true => Ok((problem, author)),
        false => Err(Error::Missing(Missing::Problem)),
    }
}

/// A problem of the caller's own.
async fn own(db: &mut AsyncPgConnection, person: &Person, id: Uuid) -> Result<Problem> {
    let (problem, author) = visible(db, person, id).await?;
    match author.id == person.profile.id {
        true => Ok(problem),
        false => Err(Error::NotTheAuthor),
    }
}

/// The error that names the problem which is there already.
async fn named(db: &mut AsyncPgConnection, draft: &Draft) -> Result<Error> {
    let canonical = draft.canonical()?;
    let same = Problem::same_as(db, draft.game.name, &draft.rules, canonical, draft.moves.into()).await?;
    Ok(Error::ProblemExists(same))
}
