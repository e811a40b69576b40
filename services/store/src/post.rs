use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Interval, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::listen::{POSTS, notify};
use crate::schema::posts;

/// A message that a front end keeps in a channel.
#[derive(Debug, Clone, PartialEq, Queryable, QueryableByName, Selectable)]
#[diesel(table_name = posts)]
pub struct Post {
    pub id: i64,
    pub community_id: Uuid,
    pub kind: String,
    /// What it is about: which board, which week, which day.
    pub subject: String,
    /// As the provider calls it; of a notice the person who is told.
    pub channel: String,
    pub creator_id: Option<Uuid>,
    /// The message as the provider calls it, once it is there.
    pub message: Option<String>,
    /// A fingerprint of what the message shows.
    pub shown: Option<Vec<u8>>,
    pub changed_at: Option<DateTime<Utc>>,
    pub due_at: Option<DateTime<Utc>>,
    pub leased_until: Option<DateTime<Utc>>,
    /// How often it failed in a row.
    pub attempts: i32,
    /// Why it is not kept any more.
    pub stopped: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PostKind {
    /// A leaderboard, kept up to date.
    Board,
    /// The summary of a week.
    Week,
    /// Words to somebody who looks after a community.
    Notice,
    /// The problem of a day.
    Daily,
    /// Its solution, when the day is over.
    DailyEnd,
    /// A tourney with its table, kept up to date.
    Tourney,
    /// Its podium.
    TourneyEnd,
}

#[derive(Debug, Clone, Copy)]
pub struct NewPost<'a> {
    pub community_id: Uuid,
    pub kind: PostKind,
    pub subject: &'a str,
    pub channel: &'a str,
    pub creator_id: Option<Uuid>,
    pub due_at: DateTime<Utc>,
}

/// What is kept up to date is written at most so often: Discord limits how often old messages are edited.
const PAUSE: TimeDelta = TimeDelta::seconds(30);
/// After which another front end takes up what one has in hand, by the database's own time: it is about who is alive.
const LEASE: TimeDelta = TimeDelta::seconds(60);

impl PostKind {
    pub const ALL: [PostKind; 7] = [
        PostKind::Board,
        PostKind::Week,
        PostKind::Notice,
        PostKind::Daily,
        PostKind::DailyEnd,
        PostKind::Tourney,
        PostKind::TourneyEnd,
    ];

    pub fn word(self) -> &'static str {
        match self {
            PostKind::Board => "board",
            PostKind::Week => "week",
            PostKind::Notice => "notice",
            PostKind::Daily => "daily",
            PostKind::DailyEnd => "daily_end",
            PostKind::Tourney => "tourney",
            PostKind::TourneyEnd => "tourney_end",
        }
    }
}

impl NewPost<'_> {
    /// Orders a post. Of one kind about one subject there is only one in a channel: ordered again, it goes on, also if it had stopped.
    pub async fn order(&self, db: &mut AsyncPgConnection) -> QueryResult<Post> {
        let post = diesel::insert_into(posts::table)
            .values((
                posts::community_id.eq(self.community_id),
                posts::kind.eq(self.kind.word()),
                posts::subject.eq(self.subject),
                posts::channel.eq(self.channel),
                posts::creator_id.eq(self.creator_id),
                posts::due_at.eq(self.due_at),
            ))
            .on_conflict((posts::community_id, posts::kind, posts::subject, posts::channel))
            .do_update()
            .set((
                posts::creator_id.eq(self.creator_id),
                posts::due_at.eq(self.due_at),
                posts::attempts.eq(0),
                posts::stopped.eq(None::<String>),
            ))
            .returning(Post::as_returning())
            .get_result(db)
            .await?;
        notify(db, POSTS, "").await?;
        Ok(post)
    }
}

impl Post {
    pub fn kind(&self) -> Option<PostKind> {
        PostKind::ALL.into_iter().find(|kind| kind.word() == self.kind)
    }

    /// Takes the next post that a provider's front end shall look at; nobody else gets it before the lease ends.
    pub async fn take(
        db: &mut AsyncPgConnection,
        provider: &str,
        now: DateTime<Utc>,
    ) -> QueryResult<Option<Post>> {
        diesel::sql_query(
            "UPDATE posts SET due_at = NULL, leased_until = now() + $3 WHERE id = ( \
                 SELECT p.id FROM posts p JOIN communities c ON c.id = p.community_id \
                 WHERE c.provider = $1 AND p.stopped IS NULL \
                   AND (p.due_at <= $2 AND p.leased_until IS NULL OR p.leased_until <= now()) \
                 ORDER BY p.due_at, p.id LIMIT 1 FOR UPDATE OF p SKIP LOCKED) RETURNING *",
        )
        .bind::<Text, _>(provider)
        .bind::<Timestamptz, _>(now)
        .bind::<Interval, _>(LEASE)
        .get_result(db)
        .await
        .optional()
    }

    /// When the next one has to be looked at, if nothing happens before.
    pub async fn next_due(db: &mut AsyncPgConnection, provider: &str) -> QueryResult<Option<DateTime<Utc>>> {
        let next: Next = diesel::sql_query(
            "SELECT min(p.due_at) AS at FROM posts p JOIN communities c ON c.id = p.community_id \
             WHERE c.provider = $1 AND p.stopped IS NULL AND p.leased_until IS NULL",
        )
        .bind::<Text, _>(provider)
        .get_result(db)
        .await?;
        Ok(next.at)
    }

    /// One of a provider's, locked until the transaction ends.
    pub async fn lock(db: &mut AsyncPgConnection, provider: &str, id: i64) -> QueryResult<Option<Post>> {
        diesel::sql_query(
            "SELECT p.* FROM posts p JOIN communities c ON c.id = p.community_id \
             WHERE p.id = $2 AND c.provider = $1 FOR UPDATE OF p",
        )
        .bind::<Text, _>(provider)
        .bind::<BigInt, _>(id)
        .get_result(db)
        .await
        .optional()
    }

    /// Those of a kind that a community keeps or has kept, oldest first.
    pub async fn of(db: &mut AsyncPgConnection, community: Uuid, kind: PostKind) -> QueryResult<Vec<Post>> {
        posts::table
            .filter(posts::community_id.eq(community).and(posts::kind.eq(kind.word())))
            .order(posts::id)
            .select(Post::as_select())
            .load(db)
            .await
    }

    /// Notes that the message is there and shows this. What happened meanwhile is shown after a pause.
    pub async fn written(
        &self,
        db: &mut AsyncPgConnection,
        message: &str,
        shown: &[u8],
        now: DateTime<Utc>,
    ) -> QueryResult<usize> {
        let later = diesel::update(posts::table.find(self.id).filter(posts::due_at.is_not_null()))
            .set(posts::due_at.eq(now + PAUSE))
            .execute(db)
            .await?;
        tell(db, later).await?;
        diesel::update(posts::table.find(self.id))
            .set((
                posts::message.eq(message),
                posts::shown.eq(shown),
                posts::changed_at.eq(now),
                posts::attempts.eq(0),
                posts::leased_until.eq(None::<DateTime<Utc>>),
            ))
            .execute(db)
            .await
    }

    /// Lays it aside: it shows what it should.
    pub async fn leave(&self, db: &mut AsyncPgConnection) -> QueryResult<usize> {
        diesel::update(posts::table.find(self.id))
            .set(posts::leased_until.eq(None::<DateTime<Utc>>))
            .execute(db)
            .await
    }

    /// Tries again then; anew, if the message is gone.
    pub async fn retry(&self, db: &mut AsyncPgConnection, at: DateTime<Utc>, anew: bool) -> QueryResult<()> {
        let message = self.message.as_deref().filter(|_| !anew);
        diesel::update(posts::table.find(self.id))
            .set((
                posts::message.eq(message),
                posts::due_at.eq(at),
                posts::attempts.eq(self.attempts + 1),
                posts::leased_until.eq(None::<DateTime<Utc>>),
            ))
            .execute(db)
            .await?;
        notify(db, POSTS, "").await
    }

    /// Gives it up.
    pub async fn stop(&self, db: &mut AsyncPgConnection, why: &str) -> QueryResult<()> {
        diesel::update(posts::table.find(self.id))
            .set((
                posts::stopped.eq(why),
                posts::due_at.eq(None::<DateTime<Utc>>),
                posts::leased_until.eq(None::<DateTime<Utc>>),
            ))
            .execute(db)
            .await
            .map(drop)
    }

    pub async fn delete(&self, db: &mut AsyncPgConnection) -> QueryResult<usize> {
        diesel::delete(posts::table.find(self.id)).execute(db).await
    }

    /// Has the boards looked at that may show somebody: those of their communities and those of everybody.
    pub async fn touch_boards(
        db: &mut AsyncPgConnection,
        profile: Uuid,
        now: DateTime<Utc>,
    ) -> QueryResult<()> {
        let touched = touching(
            "kind = 'board' AND (subject LIKE '%:everyone' OR community_id IN ( \
                 SELECT c.id FROM communities c JOIN community_members m USING (provider, external_id) WHERE m.profile_id = $3))",
            now,
        )
        .bind::<SqlUuid, _>(profile)
        .execute(db)
        .await?;
        tell(db, touched).await
    }

    /// Has every board looked at, or every board of one community, as when a day or its week begins.
    pub async fn touch_all_boards(
        db: &mut AsyncPgConnection,
        community: Option<Uuid>,
        now: DateTime<Utc>,
    ) -> QueryResult<()> {
        let touched = touching("kind = 'board' AND community_id = COALESCE($3, community_id)", now)
            .bind::<Nullable<SqlUuid>, _>(community)
            .execute(db)
            .await?;
        tell(db, touched).await
    }

    /// Has the posts about tourneys looked at that somebody takes part in.
    pub async fn touch_tourneys(
        db: &mut AsyncPgConnection,
        profile: Uuid,
        now: DateTime<Utc>,
    ) -> QueryResult<()> {
        let touched = touching(
            "kind IN ('tourney', 'tourney_end') \
             AND subject IN (SELECT tourney_id::text FROM tourney_entrants WHERE profile_id = $3)",
            now,
        )
        .bind::<SqlUuid, _>(profile)
        .execute(db)
        .await?;
        tell(db, touched).await
    }

    /// Has the posts of a kind about a subject looked at.
    pub async fn touch(
        db: &mut AsyncPgConnection,
        kind: PostKind,
        subject: &str,
        now: DateTime<Utc>,
    ) -> QueryResult<()> {
        Post::touch_in(db, None, kind, subject, now).await
    }

    /// The same in one community.
    pub async fn touch_in(
        db: &mut AsyncPgConnection,
        community: Option<Uuid>,
        kind: PostKind,
        subject: &str,
        now: DateTime<Utc>,
    ) -> QueryResult<()> {
        let touched =
            touching("kind = $3 AND subject = $4 AND community_id = COALESCE($5, community_id)", now)
                .bind::<Text, _>(kind.word())
                .bind::<Text, _>(subject)
                .bind::<Nullable<SqlUuid>, _>(community)
                .execute(db)
                .await?;
        tell(db, touched).await
    }
}

type Touching =
    diesel::query_builder::BoxedSqlQuery<'static, diesel::pg::Pg, diesel::query_builder::SqlQuery>;

/// Has posts looked at, once the pause after their last change is over; the condition's own values begin with `$3`. They are locked
/// in order, since those who solve at once touch the same ones.
fn touching(condition: &str, now: DateTime<Utc>) -> Touching {
    diesel::sql_query(format!(
        "UPDATE posts SET due_at = GREATEST($1, changed_at + $2) WHERE id IN ( \
             SELECT id FROM posts WHERE stopped IS NULL AND due_at IS NULL AND {condition} ORDER BY id FOR NO KEY UPDATE)"
    ))
    .into_boxed()
    .bind::<Timestamptz, _>(now)
    .bind::<Interval, _>(PAUSE)
}

/// Says that so many posts have to be looked at.
async fn tell(db: &mut AsyncPgConnection, touched: usize) -> QueryResult<()> {
    if touched > 0 { notify(db, POSTS, "").await } else { Ok(()) }
}

#[derive(QueryableByName)]
struct Next {
    #[diesel(sql_type = Nullable<Timestamptz>)]
    at: Option<DateTime<Utc>>,
}
