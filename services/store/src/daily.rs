use chrono::{DateTime, NaiveDate, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, Date, Integer, Nullable, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::schema::{communities, dailies, hidden_problems};
use crate::{Community, Post, PostKind};

/// The problem that a community was given for a day.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = dailies, treat_none_as_default_value = false)]
pub struct Daily {
    pub community_id: Uuid,
    /// Counted from 1, without gaps.
    pub number: i32,
    /// The date in the community's time zone when it opened.
    pub day: NaiveDate,
    /// `None` once the problem is gone.
    pub problem_id: Option<Uuid>,
    /// Where it was posted.
    pub channel: String,
    pub opens_at: DateTime<Utc>,
    pub closes_at: DateTime<Utc>,
    /// `open` until its end was told, then `ended`.
    pub state: String,
}

impl Daily {
    pub fn is_open(&self, now: DateTime<Utc>) -> bool {
        self.opens_at <= now && now < self.closes_at
    }

    /// The last that a community was given.
    pub async fn last(db: &mut AsyncPgConnection, community: Uuid) -> QueryResult<Option<Daily>> {
        dailies::table
            .filter(dailies::community_id.eq(community))
            .order(dailies::number.desc())
            .select(Daily::as_select())
            .first(db)
            .await
            .optional()
    }

    /// The last of a community's that is over.
    pub async fn last_over(
        db: &mut AsyncPgConnection,
        community: Uuid,
        now: DateTime<Utc>,
    ) -> QueryResult<Option<Daily>> {
        dailies::table
            .filter(dailies::community_id.eq(community).and(dailies::closes_at.le(now)))
            .order(dailies::number.desc())
            .select(Daily::as_select())
            .first(db)
            .await
            .optional()
    }

    /// Whether its problem is hidden in its community.
    pub async fn is_hidden(&self, db: &mut AsyncPgConnection) -> QueryResult<bool> {
        let hidden = hidden_problems::table
            .inner_join(
                communities::table.on(communities::provider
                    .eq(hidden_problems::provider)
                    .and(communities::external_id.eq(hidden_problems::external_id))),
            )
            .filter(communities::id.eq(self.community_id))
            .filter(hidden_problems::problem_id.nullable().eq(self.problem_id));
        diesel::select(diesel::dsl::exists(hidden)).get_result(db).await
    }

    /// The one of a day.
    pub async fn of_day(
        db: &mut AsyncPgConnection,
        community: Uuid,
        day: NaiveDate,
    ) -> QueryResult<Option<Daily>> {
        dailies::table
            .filter(dailies::community_id.eq(community).and(dailies::day.eq(day)))
            .select(Daily::as_select())
            .first(db)
            .await
            .optional()
    }

    pub async fn insert(&self, db: &mut AsyncPgConnection) -> QueryResult<usize> {
        diesel::insert_into(dailies::table).values(self).execute(db).await
    }

    /// Notes that its end was told. Nobody loses a streak who could not solve it: its author, and everybody if the problem is gone or
    /// hidden there.
    pub async fn end(&self, db: &mut AsyncPgConnection) -> QueryResult<usize> {
        diesel::update(dailies::table.find((self.community_id, self.number)))
            .set(dailies::state.eq("ended"))
            .execute(db)
            .await?;
        diesel::sql_query(
            "UPDATE daily_streaks SET last_number = $2 WHERE community_id = $1 AND last_number = $2 - 1 \
             AND ($3 IS NULL OR profile_id = (SELECT author_id FROM problems WHERE id = $3) \
                 OR EXISTS (SELECT FROM hidden_problems h JOIN communities c USING (provider, external_id) WHERE c.id = $1 AND h.problem_id = $3))",
        )
        .bind::<SqlUuid, _>(self.community_id)
        .bind::<Integer, _>(self.number)
        .bind::<Nullable<SqlUuid>, _>(self.problem_id)
        .execute(db)
        .await
    }

    /// Has the ends looked at that were told elsewhere of the same problem: they may tell its solution now.
    pub async fn touch_others(&self, db: &mut AsyncPgConnection, now: DateTime<Utc>) -> QueryResult<()> {
        let others: Vec<(Uuid, NaiveDate)> = dailies::table
            .filter(dailies::problem_id.eq(self.problem_id).and(dailies::community_id.ne(self.community_id)))
            .filter(dailies::state.eq("ended"))
            .select((dailies::community_id, dailies::day))
            .load(db)
            .await?;
        for (community, day) in others {
            Post::touch_in(db, Some(community), PostKind::DailyEnd, &day.to_string(), now).await?;
        }
        Ok(())
    }

    /// When the next one that is open, of any community, is over.
    pub async fn next_end(db: &mut AsyncPgConnection) -> QueryResult<Option<DateTime<Utc>>> {
        dailies::table
            .filter(dailies::state.eq("open"))
            .select(diesel::dsl::min(dailies::closes_at))
            .first(db)
            .await
    }
}

impl Community {
    /// The first with a daily problem that is due or over by then, locked until the transaction ends; those that others have in
    /// hand are passed over.
    pub async fn with_daily_due(
        db: &mut AsyncPgConnection,
        now: DateTime<Utc>,
    ) -> QueryResult<Option<Community>> {
        let over = dailies::table
            .filter(dailies::state.eq("open").and(dailies::closes_at.le(now)))
            .select(dailies::community_id);
        communities::table
            .filter(communities::next_daily_at.le(now).or(communities::id.nullable().eq_any(over.nullable())))
            .order(communities::next_daily_at)
            .select(Community::as_select())
            .for_no_key_update()
            .skip_locked()
            .first(db)
            .await
            .optional()
    }

    /// When the next daily problem of any community is due.
    pub async fn next_daily(db: &mut AsyncPgConnection) -> QueryResult<Option<DateTime<Utc>>> {
        communities::table.select(diesel::dsl::min(communities::next_daily_at)).first(db).await
    }

    pub async fn set_next_daily(
        &self,
        db: &mut AsyncPgConnection,
        at: Option<DateTime<Utc>>,
    ) -> QueryResult<usize> {
        diesel::update(communities::table.find(self.id))
            .set(communities::next_daily_at.eq(at))
            .execute(db)
            .await
    }

    /// Has no more daily problems in a channel.
    pub async fn stop_dailies(&self, db: &mut AsyncPgConnection, channel: &str) -> QueryResult<usize> {
        diesel::update(communities::table.find(self.id).filter(communities::daily_channel.eq(channel)))
            .set((
                communities::daily_channel.eq(None::<String>),
                communities::next_daily_at.eq(None::<DateTime<Utc>>),
            ))
            .execute(db)
            .await
    }

    /// The problem to give it next: playable, of its games, and never given to it before. First those that none of its active people
    /// has seen but who made it, those of its own people before others; else those that the fewest have seen; of these the nearest to the
    /// median rating of its active people. Active is who was there after a day.
    ///
    /// Seen has who tried or solved it or sat at a match of it, and everybody to whose other community it was given. To be asked in a
    /// transaction.
    pub async fn choose_daily(
        &self,
        db: &mut AsyncPgConnection,
        active_after: NaiveDate,
    ) -> QueryResult<Option<Uuid>> {
        quickly(db).await?;
        let chosen: Chosen = self.choice("", active_after).get_result(db).await?;
        Ok(chosen.problem_id)
    }

    /// How the choice is made, for those who measure it, in a transaction.
    pub async fn explain_daily(
        &self,
        db: &mut AsyncPgConnection,
        active_after: NaiveDate,
    ) -> QueryResult<String> {
        quickly(db).await?;
        let lines: Vec<PlanLine> =
            self.choice("EXPLAIN (ANALYZE, COSTS OFF) ", active_after).load(db).await?;
        Ok(lines.into_iter().map(|line| line.plan).collect::<Vec<_>>().join("\n"))
    }

    fn choice(&self, prefix: &str, active_after: NaiveDate) -> Choice<'_> {
        diesel::sql_query(format!("{prefix}{}", include_str!("daily_choice.sql")))
            .into_boxed()
            .bind::<Text, _>(&self.provider)
            .bind::<Text, _>(&self.external_id)
            .bind::<Date, _>(active_after)
            .bind::<SqlUuid, _>(self.id)
            .bind::<Array<Text>, _>(&self.games)
    }
}

/// Compiling the query takes longer than running it, and a hundred thousand candidates are sorted in memory. Where everything has been seen
/// it may take seconds, which nobody waits for.
async fn quickly(db: &mut AsyncPgConnection) -> QueryResult<usize> {
    let settings = "SELECT set_config('jit', 'off', true), set_config('work_mem', '64MB', true), \
                    set_config('statement_timeout', '60s', true)";
    diesel::sql_query(settings).execute(db).await
}

type Choice<'a> = diesel::query_builder::BoxedSqlQuery<'a, diesel::pg::Pg, diesel::query_builder::SqlQuery>;

#[derive(QueryableByName)]
struct Chosen {
    #[diesel(sql_type = Nullable<SqlUuid>)]
    problem_id: Option<Uuid>,
}

#[derive(QueryableByName)]
struct PlanLine {
    #[diesel(sql_type = Text, column_name = "QUERY PLAN")]
    plan: String,
}
