use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::dsl::now;
use diesel::prelude::*;
use diesel::sql_types::Uuid as SqlUuid;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::Profile;
use crate::listen::{MATCHES, notify};
use crate::schema::{match_lists, matches, mistakes, plays, profiles};

/// A problem being solved, or a whole game. Rules, start and plays are what is true; the rest follows from them.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = matches)]
pub struct Match {
    pub id: Uuid,
    pub game: String,
    pub rules: String,
    pub start: String,
    pub problem_id: Option<Uuid>,
    pub moves: Option<i16>,
    pub take_back: bool,
    pub state: String,
    pub creator_id: Option<Uuid>,
    pub first_kind: String,
    pub first_profile_id: Option<Uuid>,
    pub first_level: Option<String>,
    pub first_ready: bool,
    pub first_ms: i64,
    pub second_kind: String,
    pub second_profile_id: Option<Uuid>,
    pub second_level: Option<String>,
    pub second_ready: bool,
    pub second_ms: i64,
    pub ply: i32,
    pub errors: i32,
    pub hints: i16,
    pub winner: Option<String>,
    pub reason: Option<String>,
    pub seed: i64,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub turn_started_at: DateTime<Utc>,
    /// The tourney that this is an attempt of; then its creator attacks.
    pub tourney_id: Option<Uuid>,
    /// At which problem of its set.
    pub tourney_number: Option<i16>,
}

/// Who sits somewhere.
#[derive(Debug, Clone, Default)]
pub struct NewSeat {
    pub kind: &'static str,
    pub profile_id: Option<Uuid>,
    pub level: Option<&'static str>,
    pub ready: bool,
}

#[derive(Debug)]
pub struct NewMatch<'a> {
    pub game: &'a str,
    pub rules: &'a str,
    pub start: &'a str,
    pub problem_id: Option<Uuid>,
    pub moves: Option<i16>,
    pub take_back: bool,
    pub state: &'a str,
    pub creator_id: Uuid,
    pub first: NewSeat,
    pub second: NewSeat,
    pub seed: i64,
    /// The tourney, and the number of the problem in its set.
    pub tourney: Option<(Uuid, i16)>,
}

/// What changes of a match as it is played.
#[derive(Debug, AsChangeset)]
#[diesel(table_name = matches, treat_none_as_null = true)]
pub struct MatchChange {
    pub state: String,
    pub first_kind: String,
    pub first_profile_id: Option<Uuid>,
    pub first_ready: bool,
    pub first_ms: i64,
    pub second_kind: String,
    pub second_profile_id: Option<Uuid>,
    pub second_ready: bool,
    pub second_ms: i64,
    pub ply: i32,
    pub errors: i32,
    pub hints: i16,
    pub winner: Option<String>,
    pub reason: Option<String>,
    pub turn_started_at: DateTime<Utc>,
}

/// One move of a match.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = plays, treat_none_as_default_value = false)]
pub struct Play {
    pub match_id: Uuid,
    pub ply: i32,
    pub code: String,
    pub text: String,
    pub from_square: String,
    pub to_square: String,
    pub elapsed_ms: i64,
    pub request_id: Option<String>,
}

/// A wrong move that was taken back.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = mistakes, treat_none_as_default_value = false)]
pub struct Mistake {
    pub match_id: Uuid,
    pub number: i32,
    pub ply: i32,
    pub code: String,
    pub text: String,
    pub refutation_code: Option<String>,
    pub refutation_text: Option<String>,
    pub request_id: Option<String>,
}

impl NewMatch<'_> {
    /// Writes the match and puts it into the lists of who sits at it. Fails with a unique violation of
    /// `matches_one_per_tourney_problem` when its creator has had an attempt at the same problem of a tourney.
    pub async fn insert(&self, db: &mut AsyncPgConnection) -> QueryResult<Match> {
        let (first, second) = (&self.first, &self.second);
        let row: Match = diesel::insert_into(matches::table)
            .values((
                (
                    matches::game.eq(self.game),
                    matches::rules.eq(self.rules),
                    matches::start.eq(self.start),
                    matches::problem_id.eq(self.problem_id),
                    matches::moves.eq(self.moves),
                    matches::take_back.eq(self.take_back),
                    matches::state.eq(self.state),
                    matches::creator_id.eq(self.creator_id),
                    matches::seed.eq(self.seed),
                    matches::tourney_id.eq(self.tourney.map(|(id, _)| id)),
                    matches::tourney_number.eq(self.tourney.map(|(_, number)| number)),
                ),
                (
                    matches::first_kind.eq(first.kind),
                    matches::first_profile_id.eq(first.profile_id),
                    matches::first_level.eq(first.level),
                    matches::first_ready.eq(first.ready),
                    matches::second_kind.eq(second.kind),
                    matches::second_profile_id.eq(second.profile_id),
                    matches::second_level.eq(second.level),
                    matches::second_ready.eq(second.ready),
                ),
            ))
            .returning(Match::as_returning())
            .get_result(db)
            .await?;
        for profile in [Some(self.creator_id), first.profile_id, second.profile_id].into_iter().flatten() {
            row.list_for(db, profile).await?;
        }
        Ok(row)
    }
}

impl Match {
    pub async fn by_id(db: &mut AsyncPgConnection, id: Uuid) -> QueryResult<Option<Match>> {
        matches::table.find(id).select(Match::as_select()).first(db).await.optional()
    }

    /// Locks the row until the transaction ends. Also tells what time it is, by the database's clock.
    pub async fn lock(db: &mut AsyncPgConnection, id: Uuid) -> QueryResult<Option<(Match, DateTime<Utc>)>> {
        let locked =
            matches::table.find(id).select(Match::as_select()).for_update().first(db).await.optional()?;
        let Some(row) = locked else { return Ok(None) };
        Ok(Some((row, diesel::select(clock_timestamp()).get_result(db).await?)))
    }

    /// Writes what changed, and tells everybody.
    pub async fn change(&self, db: &mut AsyncPgConnection, change: &MatchChange) -> QueryResult<Match> {
        let row = diesel::update(matches::table.find(self.id))
            .set((change, matches::updated_at.eq(now)))
            .returning(Match::as_returning())
            .get_result(db)
            .await?;
        notify(db, MATCHES, &self.id.to_string()).await?;
        Ok(row)
    }

    /// As it is now, to be changed.
    pub fn as_change(&self) -> MatchChange {
        let row = self.clone();
        MatchChange {
            state: row.state,
            first_kind: row.first_kind,
            first_profile_id: row.first_profile_id,
            first_ready: row.first_ready,
            first_ms: row.first_ms,
            second_kind: row.second_kind,
            second_profile_id: row.second_profile_id,
            second_ready: row.second_ready,
            second_ms: row.second_ms,
            ply: row.ply,
            errors: row.errors,
            hints: row.hints,
            winner: row.winner,
            reason: row.reason,
            turn_started_at: row.turn_started_at,
        }
    }

    pub async fn plays(&self, db: &mut AsyncPgConnection) -> QueryResult<Vec<Play>> {
        plays::table
            .filter(plays::match_id.eq(self.id))
            .order(plays::ply)
            .select(Play::as_select())
            .load(db)
            .await
    }

    /// The plays of some matches, by match and in order.
    pub async fn plays_of(db: &mut AsyncPgConnection, of: &[Match]) -> QueryResult<HashMap<Uuid, Vec<Play>>> {
        let ids: Vec<Uuid> = of.iter().map(|row| row.id).collect();
        let all: Vec<Play> = plays::table
            .filter(plays::match_id.eq_any(ids))
            .order((plays::match_id, plays::ply))
            .select(Play::as_select())
            .load(db)
            .await?;
        let mut by_match: HashMap<Uuid, Vec<Play>> = HashMap::new();
        for play in all {
            by_match.entry(play.match_id).or_default().push(play);
        }
        Ok(by_match)
    }

    /// The profiles of who sits at some matches.
    pub async fn people(db: &mut AsyncPgConnection, of: &[Match]) -> QueryResult<HashMap<Uuid, Profile>> {
        let ids: Vec<Uuid> =
            of.iter().flat_map(|m| [m.first_profile_id, m.second_profile_id]).flatten().collect();
        let people: Vec<Profile> =
            profiles::table.filter(profiles::id.eq_any(ids)).select(Profile::as_select()).load(db).await?;
        Ok(people.into_iter().map(|profile| (profile.id, profile)).collect())
    }

    /// The play, or the mistake, that a request made.
    pub async fn by_request(
        &self,
        db: &mut AsyncPgConnection,
        request: &str,
    ) -> QueryResult<Option<Result<Play, Mistake>>> {
        let play = plays::table
            .filter(plays::match_id.eq(self.id).and(plays::request_id.eq(request)))
            .select(Play::as_select())
            .first(db)
            .await
            .optional()?;
        if let Some(play) = play {
            return Ok(Some(Ok(play)));
        }
        let mistake = mistakes::table
            .filter(mistakes::match_id.eq(self.id).and(mistakes::request_id.eq(request)))
            .select(Mistake::as_select())
            .first(db)
            .await
            .optional()?;
        Ok(mistake.map(Err))
    }

    /// The wrong moves of a match that were taken back, in order.
    pub async fn mistakes(db: &mut AsyncPgConnection, id: Uuid) -> QueryResult<Vec<Mistake>> {
        mistakes::table
            .filter(mistakes::match_id.eq(id))
            .order(mistakes::number)
            .select(Mistake::as_select())
            .load(db)
            .await
    }

    /// Puts the match into somebody's list.
    pub async fn list_for(&self, db: &mut AsyncPgConnection, profile: Uuid) -> QueryResult<usize> {
        diesel::insert_into(match_lists::table)
            .values((match_lists::profile_id.eq(profile), match_lists::match_id.eq(self.id)))
            .on_conflict_do_nothing()
            .execute(db)
            .await
    }

    /// Takes the match out of somebody's list. Nobody's match is gone, but for a tourney's: its problem may be tried once. False if it
    /// was not in the list.
    pub async fn unlist(&self, db: &mut AsyncPgConnection, profile: Uuid) -> QueryResult<bool> {
        let gone = diesel::delete(match_lists::table.find((profile, self.id))).execute(db).await? == 1;
        let others = match_lists::table.filter(match_lists::match_id.eq(self.id));
        let lonely = matches::table.find(self.id).filter(diesel::dsl::not(diesel::dsl::exists(others)));
        diesel::delete(lonely.filter(matches::tourney_id.is_null())).execute(db).await?;
        Ok(gone)
    }

    /// How many of a profile's matches are open or running.
    pub async fn count_unfinished(db: &mut AsyncPgConnection, profile: Uuid) -> QueryResult<i64> {
        match_lists::table
            .inner_join(matches::table)
            .filter(match_lists::profile_id.eq(profile))
            .filter(matches::state.eq_any(["open", "running"]))
            .count()
            .get_result(db)
            .await
    }

    /// Cancels offers that nobody took within a day, and tells how many.
    pub async fn expire(db: &mut AsyncPgConnection) -> QueryResult<usize> {
        diesel::sql_query(
            "WITH expired AS (UPDATE matches SET state = 'cancelled', updated_at = now() \
                 WHERE state = 'open' AND created_at < now() - interval '1 day' RETURNING id) \
             SELECT pg_notify('tablero_matches', id::text) FROM expired",
        )
        .execute(db)
        .await
    }

    /// Lets one profile sit wherever another sat.
    pub async fn hand_over(db: &mut AsyncPgConnection, from: Uuid, into: Uuid) -> QueryResult<()> {
        for column in ["first_profile_id", "second_profile_id", "creator_id"] {
            diesel::sql_query(format!("UPDATE matches SET {column} = $2 WHERE {column} = $1"))
                .bind::<SqlUuid, _>(from)
                .bind::<SqlUuid, _>(into)
                .execute(db)
                .await?;
        }
        diesel::sql_query(
            "INSERT INTO match_lists (profile_id, match_id) SELECT $2, match_id FROM match_lists WHERE profile_id = $1 \
             ON CONFLICT DO NOTHING",
        )
        .bind::<SqlUuid, _>(from)
        .bind::<SqlUuid, _>(into)
        .execute(db)
        .await?;
        Ok(())
    }

    /// Ends what a profile that is about to go has under way: offers are cancelled, games go to the other side, and everybody is told.
    /// Matches that only this profile has in its list are removed; tells how many.
    pub async fn leave(db: &mut AsyncPgConnection, profile: Uuid) -> QueryResult<usize> {
        diesel::sql_query(
            "WITH ended AS (UPDATE matches SET updated_at = now(), \
                 state = CASE state WHEN 'open' THEN 'cancelled' ELSE 'finished' END, \
                 winner = CASE WHEN state = 'open' THEN NULL WHEN first_profile_id = $1 THEN 'second' ELSE 'first' END, \
                 reason = CASE WHEN state = 'open' THEN NULL ELSE 'abandoned' END \
             WHERE state IN ('open', 'running') AND (first_profile_id = $1 OR second_profile_id = $1 OR creator_id = $1) \
             RETURNING id) \
             SELECT pg_notify('tablero_matches', id::text) FROM ended",
        )
        .bind::<SqlUuid, _>(profile)
        .execute(db)
        .await?;
        diesel::sql_query(
            "DELETE FROM matches WHERE id IN (SELECT match_id FROM match_lists WHERE profile_id = $1) AND NOT EXISTS \
                 (SELECT FROM match_lists WHERE match_id = matches.id AND profile_id <> $1)",
        )
        .bind::<SqlUuid, _>(profile)
        .execute(db)
        .await
    }
}

impl Play {
    /// Fails with a unique violation when the ply has been played already.
    pub async fn insert(&self, db: &mut AsyncPgConnection) -> QueryResult<usize> {
        diesel::insert_into(plays::table).values(self).execute(db).await
    }
}

impl Mistake {
    pub async fn insert(&self, db: &mut AsyncPgConnection) -> QueryResult<usize> {
        diesel::insert_into(mistakes::table).values(self).execute(db).await
    }
}

impl Match {
    /// Notes that somebody plays a problem, unless it is its author.
    pub async fn note_played(db: &mut AsyncPgConnection, problem: Uuid, by: Uuid) -> QueryResult<usize> {
        diesel::sql_query("UPDATE problems SET play_count = play_count + 1 WHERE id = $1 AND author_id <> $2")
            .bind::<SqlUuid, _>(problem)
            .bind::<SqlUuid, _>(by)
            .execute(db)
            .await
    }
}

#[diesel::declare_sql_function]
extern "SQL" {
    fn clock_timestamp() -> diesel::sql_types::Timestamptz;
}
