use chrono::{DateTime, Utc};
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::schema::{acts, barred_names, community_members, hidden_problems, profiles, reports};
use crate::{Problem, Profile};

/// A community as it is written down: its provider and its id there.
pub type PlaceKey<'a> = (&'a str, &'a str);

/// What somebody finds wrong with a problem.
#[derive(Debug, Clone, QueryableByName)]
pub struct Report {
    #[diesel(sql_type = SqlUuid)]
    pub problem_id: Uuid,
    #[diesel(sql_type = Text)]
    pub game: String,
    #[diesel(sql_type = SmallInt)]
    pub moves: i16,
    #[diesel(sql_type = Text)]
    pub title: String,
    #[diesel(sql_type = SqlUuid)]
    pub author_id: Uuid,
    #[diesel(sql_type = Text)]
    pub author_name: String,
    #[diesel(sql_type = SqlUuid)]
    pub reporter_id: Uuid,
    #[diesel(sql_type = Text)]
    pub reporter_name: String,
    #[diesel(sql_type = Text)]
    pub reason: String,
    #[diesel(sql_type = Timestamptz)]
    pub reported_at: DateTime<Utc>,
    /// In the community where one is.
    #[diesel(sql_type = Bool)]
    pub hidden: bool,
}

/// Where a page of reports begins: behind one of them.
pub type ReportPage = (DateTime<Utc>, Uuid, Uuid);

#[derive(Debug, Insertable)]
#[diesel(table_name = acts, treat_none_as_default_value = false)]
pub struct NewAct<'a> {
    pub actor_id: Uuid,
    pub kind: &'a str,
    pub problem_id: Option<Uuid>,
    pub profile_id: Option<Uuid>,
    pub subject: &'a str,
    pub provider: Option<&'a str>,
    pub external_id: Option<&'a str>,
    pub reason: &'a str,
}

/// Something that a manager or an administrator did.
#[derive(Debug, Clone, QueryableByName)]
pub struct Act {
    #[diesel(sql_type = BigInt)]
    pub id: i64,
    #[diesel(sql_type = Timestamptz)]
    pub acted_at: DateTime<Utc>,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    pub actor_id: Option<Uuid>,
    #[diesel(sql_type = Nullable<Text>)]
    pub actor_name: Option<String>,
    #[diesel(sql_type = Text)]
    pub kind: String,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    pub problem_id: Option<Uuid>,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    pub profile_id: Option<Uuid>,
    #[diesel(sql_type = Text)]
    pub subject: String,
    #[diesel(sql_type = Nullable<Text>)]
    pub provider: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub external_id: Option<String>,
    #[diesel(sql_type = Text)]
    pub reason: String,
}

/// A condition for SQL: that a problem is not hidden in a community, each told by an expression or a parameter such as `$1`.
pub fn not_hidden(problem: &str, provider: &str, external_id: &str) -> String {
    format!(
        "NOT EXISTS (SELECT FROM hidden_problems h WHERE h.provider = {provider} AND h.external_id = {external_id} \
         AND h.problem_id = {problem})"
    )
}

impl Report {
    /// Notes what somebody finds wrong, instead of what they said before.
    pub async fn write(
        db: &mut AsyncPgConnection,
        problem: Uuid,
        reporter: Uuid,
        reason: &str,
    ) -> QueryResult<usize> {
        let now = diesel::dsl::now;
        diesel::insert_into(reports::table)
            .values((
                reports::problem_id.eq(problem),
                reports::profile_id.eq(reporter),
                reports::reason.eq(reason),
            ))
            .on_conflict((reports::profile_id, reports::problem_id))
            .do_update()
            .set((reports::reason.eq(reason), reports::reported_at.eq(now)))
            .execute(db)
            .await
    }

    /// Newest first, behind another: all, or by the members of a community. Each tells whether its problem is hidden where one is.
    pub async fn page(
        db: &mut AsyncPgConnection,
        community: Option<PlaceKey<'_>>,
        here: Option<PlaceKey<'_>>,
        behind: Option<ReportPage>,
        size: i64,
    ) -> QueryResult<Vec<Report>> {
        let (provider, external_id) = community.unzip();
        let (here_provider, here_id) = here.unzip();
        let (at, reporter, problem) =
            behind.map_or((None, None, None), |(at, r, p)| (Some(at), Some(r), Some(p)));
        diesel::sql_query(
            "SELECT r.problem_id, p.game, p.moves, p.title, p.author_id, a.name AS author_name, r.profile_id AS reporter_id, \
                 f.name AS reporter_name, r.reason, r.reported_at, \
                 EXISTS (SELECT FROM hidden_problems h WHERE h.provider = $7 AND h.external_id = $8 AND h.problem_id = p.id) AS hidden \
             FROM reports r JOIN problems p ON p.id = r.problem_id JOIN profiles a ON a.id = p.author_id \
                 JOIN profiles f ON f.id = r.profile_id \
             WHERE ($1 IS NULL OR EXISTS (SELECT FROM community_members c WHERE c.provider = $1 AND c.external_id = $2 \
                     AND c.profile_id = r.profile_id)) \
                 AND ($3 IS NULL OR (r.reported_at, r.profile_id, r.problem_id) < ($3, $4, $5)) \
             ORDER BY r.reported_at DESC, r.profile_id DESC, r.problem_id DESC LIMIT $6",
        )
        .bind::<Nullable<Text>, _>(provider)
        .bind::<Nullable<Text>, _>(external_id)
        .bind::<Nullable<Timestamptz>, _>(at)
        .bind::<Nullable<SqlUuid>, _>(reporter)
        .bind::<Nullable<SqlUuid>, _>(problem)
        .bind::<BigInt, _>(size)
        .bind::<Nullable<Text>, _>(here_provider)
        .bind::<Nullable<Text>, _>(here_id)
        .load(db)
        .await
    }
}

impl NewAct<'_> {
    pub async fn insert(&self, db: &mut AsyncPgConnection) -> QueryResult<usize> {
        diesel::insert_into(acts::table).values(self).execute(db).await
    }
}

impl Act {
    /// Newest first, behind another: all, or those of a community.
    pub async fn page(
        db: &mut AsyncPgConnection,
        community: Option<PlaceKey<'_>>,
        behind: Option<i64>,
        size: i64,
    ) -> QueryResult<Vec<Act>> {
        let (provider, external_id) = community.unzip();
        diesel::sql_query(
            "SELECT a.id, a.acted_at, a.actor_id, p.name AS actor_name, a.kind, a.problem_id, a.profile_id, a.subject, a.provider, \
                 a.external_id, a.reason FROM acts a LEFT JOIN profiles p ON p.id = a.actor_id \
             WHERE ($1 IS NULL OR (a.provider = $1 AND a.external_id = $2)) AND ($3 IS NULL OR a.id < $3) \
             ORDER BY a.id DESC LIMIT $4",
        )
        .bind::<Nullable<Text>, _>(provider)
        .bind::<Nullable<Text>, _>(external_id)
        .bind::<Nullable<BigInt>, _>(behind)
        .bind::<BigInt, _>(size)
        .load(db)
        .await
    }
}

impl Problem {
    pub async fn is_hidden_in(
        db: &mut AsyncPgConnection,
        id: Uuid,
        community: PlaceKey<'_>,
    ) -> QueryResult<bool> {
        diesel::select(exists(hidden_problems::table.find((community.0, community.1, id))))
            .get_result(db)
            .await
    }

    /// Hides it in a community. False if it was hidden there.
    pub async fn hide(db: &mut AsyncPgConnection, id: Uuid, community: PlaceKey<'_>) -> QueryResult<bool> {
        let rows = diesel::insert_into(hidden_problems::table)
            .values((
                hidden_problems::provider.eq(community.0),
                hidden_problems::external_id.eq(community.1),
                hidden_problems::problem_id.eq(id),
            ))
            .on_conflict_do_nothing()
            .execute(db)
            .await?;
        Ok(rows == 1)
    }

    /// Shows it again. False if it was not hidden there.
    pub async fn unhide(db: &mut AsyncPgConnection, id: Uuid, community: PlaceKey<'_>) -> QueryResult<bool> {
        let rows =
            diesel::delete(hidden_problems::table.find((community.0, community.1, id))).execute(db).await?;
        Ok(rows == 1)
    }
}

impl Profile {
    /// A member of a community.
    pub async fn member_of(
        db: &mut AsyncPgConnection,
        community: PlaceKey<'_>,
        profile: Uuid,
    ) -> QueryResult<Option<Profile>> {
        community_members::table
            .find((community.0, community.1, profile))
            .inner_join(profiles::table)
            .select(Profile::as_select())
            .first(db)
            .await
            .optional()
    }
}

/// Takes somebody off a community's boards, or puts them back. False if that was so, or they are not a member.
pub async fn hide_member(
    db: &mut AsyncPgConnection,
    community: PlaceKey<'_>,
    profile: Uuid,
    hidden: bool,
) -> QueryResult<bool> {
    let rows = diesel::update(community_members::table.find((community.0, community.1, profile)))
        .filter(community_members::hidden_by_manager.ne(hidden))
        .set(community_members::hidden_by_manager.eq(hidden))
        .execute(db)
        .await?;
    Ok(rows == 1)
}

/// Keeps a name from ever being anybody's again.
pub async fn bar_name(db: &mut AsyncPgConnection, key: &str) -> QueryResult<usize> {
    diesel::insert_into(barred_names::table)
        .values(barred_names::name_key.eq(key))
        .on_conflict_do_nothing()
        .execute(db)
        .await
}

pub async fn is_barred(db: &mut AsyncPgConnection, key: &str) -> QueryResult<bool> {
    diesel::select(exists(barred_names::table.find(key))).get_result(db).await
}
