use chrono::{DateTime, Utc};
use diesel::dsl::{exists, not};
use diesel::prelude::*;
use diesel::sql_types::Text;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::schema::{attempts, hidden_problems, matches, problems, profiles, solves};
use crate::{Problem, ProblemState, Profile};

/// Which problems.
#[derive(Debug, Clone)]
pub struct ProblemFilter {
    pub scope: Scope,
    pub game: Option<String>,
    pub min_moves: Option<i16>,
    pub max_moves: Option<i16>,
    /// In any case.
    pub theme: Option<String>,
    pub difficulty: Option<i16>,
    pub author_id: Option<Uuid>,
    pub author_key: Option<String>,
    /// Whether the viewer has solved it.
    pub solved: Option<bool>,
    /// Each is a part of the title or the theme.
    pub words: Vec<String>,
    /// Where the viewer is: not what is hidden there, or that alone.
    pub hidden_in: Option<HiddenIn>,
}

/// A community that hides problems.
#[derive(Debug, Clone)]
pub struct HiddenIn {
    pub provider: String,
    pub external_id: String,
    /// What is hidden there, instead of all else.
    pub only: bool,
}

/// Whose problems in which state.
#[derive(Debug, Clone, Copy)]
pub enum Scope {
    Playable,
    Of { author: Uuid, state: Option<ProblemState> },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    Newest,
    Hardest,
    MostPlayed,
}

/// Where a page begins: behind a problem, told by what it is ordered by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Page {
    Newest { created_at: DateTime<Utc>, id: Uuid },
    Hardest { rating: f64, id: Uuid },
    MostPlayed { play_count: i64, id: Uuid },
}

/// Which part of the problems, in which order.
#[derive(Debug, Clone, Copy)]
enum Stretch {
    From {
        order: Order,
        after: Option<Page>,
    },
    /// What the viewer has nothing to do with yet: as hard as a rating or harder, the easiest first; or easier, the hardest first.
    Harder(f64),
    Easier(f64),
}

/// A problem in a list.
#[derive(Debug, Clone)]
pub struct Listed {
    pub problem: Problem,
    pub author: Profile,
    /// By the viewer.
    pub solved: bool,
    /// Where the viewer is, who sees it nevertheless.
    pub hidden: bool,
}

impl Page {
    /// The page that begins behind a problem.
    pub fn behind(order: Order, problem: &Problem) -> Page {
        let id = problem.id;
        match order {
            Order::Newest => Page::Newest { created_at: problem.created_at, id },
            Order::Hardest => Page::Hardest { rating: problem.rating, id },
            Order::MostPlayed => Page::MostPlayed { play_count: problem.play_count, id },
        }
    }
}

impl ProblemFilter {
    /// At most `size` problems as `viewer` sees them, in order, from the beginning or behind a page.
    pub async fn list(
        &self,
        db: &mut AsyncPgConnection,
        viewer: Uuid,
        order: Order,
        after: Option<Page>,
        size: i64,
    ) -> QueryResult<Vec<Listed>> {
        self.load(db, viewer, Stretch::From { order, after }, size).await
    }

    /// At most `size` problems that `viewer` has neither made nor sat at, the nearest to a rating first.
    pub async fn nearest(
        &self,
        db: &mut AsyncPgConnection,
        viewer: Uuid,
        rating: f64,
        size: i64,
    ) -> QueryResult<Vec<Listed>> {
        let mut near = self.load(db, viewer, Stretch::Harder(rating), size).await?;
        near.extend(self.load(db, viewer, Stretch::Easier(rating), size).await?);
        let distance = |listed: &Listed| (listed.problem.rating - rating).abs();
        near.sort_by(|one, other| distance(one).total_cmp(&distance(other)));
        near.truncate(usize::try_from(size).unwrap_or_default());
        Ok(near)
    }

    async fn load(
        &self,
        db: &mut AsyncPgConnection,
        viewer: Uuid,
        stretch: Stretch,
        size: i64,
    ) -> QueryResult<Vec<Listed>> {
        let solved = || {
            let mine = solves::table.filter(solves::problem_id.eq(problems::id));
            exists(mine.filter(solves::profile_id.eq(viewer)))
        };
        let mut query = problems::table
            .inner_join(profiles::table)
            .select((Problem::as_select(), Profile::as_select(), solved()))
            .into_boxed();
        query = match self.scope {
            Scope::Playable => query.filter(problems::state.eq(ProblemState::Playable)),
            Scope::Of { author, state: None } => query.filter(problems::author_id.eq(author)),
            Scope::Of { author, state: Some(state) } => {
                query.filter(problems::author_id.eq(author).and(problems::state.eq(state)))
            }
        };
        if let Some(game) = &self.game {
            query = query.filter(problems::game.eq(game));
        }
        if let Some(moves) = self.min_moves {
            query = query.filter(problems::moves.ge(moves));
        }
        if let Some(moves) = self.max_moves {
            query = query.filter(problems::moves.le(moves));
        }
        if let Some(theme) = &self.theme {
            query = query.filter(lower(problems::theme).eq(lower(theme)));
        }
        if let Some(difficulty) = self.difficulty {
            query = query.filter(problems::difficulty.eq(difficulty));
        }
        if let Some(author) = self.author_id {
            query = query.filter(problems::author_id.eq(author));
        }
        if let Some(key) = &self.author_key {
            query = query.filter(profiles::name_key.eq(key));
        }
        if let Some(wanted) = self.solved {
            query = query.filter(solved().eq(wanted));
        }
        for word in &self.words {
            let pattern = format!("%{}%", escape(word));
            query = query.filter(problems::title.ilike(pattern.clone()).or(problems::theme.ilike(pattern)));
        }
        if let Some(place) = &self.hidden_in {
            let here = hidden_problems::table
                .filter(hidden_problems::problem_id.eq(problems::id))
                .filter(hidden_problems::provider.eq(&place.provider))
                .filter(hidden_problems::external_id.eq(&place.external_id));
            query = query.filter(exists(here).eq(place.only));
        }
        if let Stretch::Harder(_) | Stretch::Easier(_) = stretch {
            let tried = attempts::table.filter(attempts::problem_id.eq(problems::id));
            let at_seat = matches::first_profile_id.eq(viewer).or(matches::second_profile_id.eq(viewer));
            // As a list and not a question for each problem: one person has few matches, one problem may have many.
            let sat_at = matches::table
                .filter(at_seat.and(matches::problem_id.is_not_null()).and(matches::state.ne("cancelled")))
                .select(matches::problem_id);
            query = query
                .filter(problems::author_id.ne(viewer))
                .filter(not(solved()))
                .filter(not(exists(tried.filter(attempts::profile_id.eq(viewer)))))
                .filter(problems::id.nullable().ne_all(sat_at));
        }
        query = match stretch {
            Stretch::From { after: None, .. } => query,
            Stretch::Harder(rating) => query.filter(problems::rating.ge(rating)),
            Stretch::Easier(rating) => query.filter(problems::rating.lt(rating)),
            Stretch::From { after: Some(page), .. } => match page {
                Page::Newest { created_at, id } => query.filter(
                    problems::created_at
                        .lt(created_at)
                        .or(problems::created_at.eq(created_at).and(problems::id.lt(id))),
                ),
                Page::Hardest { rating, id } => query.filter(
                    problems::rating.lt(rating).or(problems::rating.eq(rating).and(problems::id.lt(id))),
                ),
                Page::MostPlayed { play_count, id } => query.filter(
                    problems::play_count
                        .lt(play_count)
                        .or(problems::play_count.eq(play_count).and(problems::id.lt(id))),
                ),
            },
        };
        query = match stretch {
            Stretch::Harder(_) => query.order((problems::rating.asc(), problems::id.asc())),
            Stretch::Easier(_) | Stretch::From { order: Order::Hardest, .. } => {
                query.order((problems::rating.desc(), problems::id.desc()))
            }
            Stretch::From { order: Order::Newest, .. } => {
                query.order((problems::created_at.desc(), problems::id.desc()))
            }
            Stretch::From { order: Order::MostPlayed, .. } => {
                query.order((problems::play_count.desc(), problems::id.desc()))
            }
        };
        let rows = query.limit(size).load::<(Problem, Profile, bool)>(db).await?;
        let hidden = self.hidden_in.as_ref().is_some_and(|place| place.only);
        let listed = |(problem, author, solved)| Listed { problem, author, solved, hidden };
        Ok(rows.into_iter().map(listed).collect())
    }
}

/// A word in which nothing is special to LIKE.
fn escape(word: &str) -> String {
    word.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

#[diesel::declare_sql_function]
extern "SQL" {
    fn lower(text: Text) -> Text;
}
