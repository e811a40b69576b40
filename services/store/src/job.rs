use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Nullable, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::listen::{JOBS, notify};
use crate::schema::jobs;

/// After so many workers died over a job, no other tries.
pub const MOST_ATTEMPTS: i32 = 5;

/// What a worker has taken to do it. It belongs to the worker until its lease ends.
#[derive(Debug, Clone, QueryableByName)]
pub struct Job {
    #[diesel(sql_type = BigInt)]
    pub id: i64,
    /// What it is about: the problem to validate, or the match in which a machine is to move.
    #[diesel(sql_type = SqlUuid)]
    pub subject: Uuid,
    /// Whose turn a validation takes.
    #[diesel(sql_type = Nullable<SqlUuid>)]
    pub owner_id: Option<Uuid>,
    #[diesel(sql_type = Integer)]
    pub revision: i32,
    #[diesel(sql_type = Integer)]
    pub attempts: i32,
}

/// What jobs are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobKind {
    /// Validate a revision of a problem.
    Validate,
    /// Make a machine's move after a ply of a match.
    Reply,
    /// Play the games of a simulation.
    Simulate,
}

impl JobKind {
    const fn column(self) -> &'static str {
        match self {
            JobKind::Validate => "problem_id",
            JobKind::Reply => "match_id",
            JobKind::Simulate => "simulation_id",
        }
    }
}

impl Job {
    /// Puts a problem in line, behind what its owner has in line already; instead of an older revision of it, if there is one.
    pub async fn enqueue(
        db: &mut AsyncPgConnection,
        problem: Uuid,
        owner: Uuid,
        revision: i32,
    ) -> QueryResult<()> {
        // An owner's first job joins the round that is on; every further one comes a round later. So owners alternate.
        diesel::sql_query(
            "INSERT INTO jobs (problem_id, owner_id, revision, turn) \
             SELECT $1, $2, $3, 1 + GREATEST( \
                 COALESCE((SELECT min(turn) - 1 FROM jobs), 0), \
                 COALESCE((SELECT max(turn) FROM jobs WHERE owner_id = $2), 0)) \
             ON CONFLICT (problem_id) DO UPDATE SET \
                 revision = excluded.revision, turn = excluded.turn, attempts = 0, worker_id = NULL, leased_until = NULL",
        )
        .bind::<SqlUuid, _>(problem)
        .bind::<SqlUuid, _>(owner)
        .bind::<Integer, _>(revision)
        .execute(db)
        .await?;
        notify(db, JOBS, "").await
    }

    /// Puts a machine's move after a ply in line. There is one for each match at most.
    pub async fn enqueue_reply(db: &mut AsyncPgConnection, subject: Uuid, ply: i32) -> QueryResult<()> {
        diesel::sql_query(
            "INSERT INTO jobs (match_id, revision, turn) VALUES ($1, $2, 0) ON CONFLICT (match_id) DO UPDATE SET \
             revision = excluded.revision, attempts = 0, worker_id = NULL, leased_until = NULL",
        )
        .bind::<SqlUuid, _>(subject)
        .bind::<Integer, _>(ply)
        .execute(db)
        .await?;
        notify(db, JOBS, "").await
    }

    /// Takes the job of a kind whose turn it is, for as long as the lease.
    pub async fn claim(
        db: &mut AsyncPgConnection,
        kind: JobKind,
        worker: Uuid,
        lease_seconds: i32,
    ) -> QueryResult<Option<Job>> {
        let column = kind.column();
        diesel::sql_query(format!(
            "UPDATE jobs SET worker_id = $1, leased_until = now() + make_interval(secs => $2), attempts = attempts + 1 \
             WHERE id = (SELECT id FROM jobs \
                         WHERE {column} IS NOT NULL AND (leased_until IS NULL OR leased_until < now()) AND attempts < $3 \
                         ORDER BY turn, id LIMIT 1 FOR UPDATE SKIP LOCKED) \
             RETURNING id, {column} AS subject, owner_id, revision, attempts",
        ))
        .bind::<SqlUuid, _>(worker)
        .bind::<Integer, _>(lease_seconds)
        .bind::<Integer, _>(MOST_ATTEMPTS)
        .get_result(db)
        .await
        .optional()
    }

    /// Renews the leases that are still the worker's. Tells which they are.
    pub async fn renew(
        db: &mut AsyncPgConnection,
        worker: Uuid,
        jobs: &[i64],
        lease_seconds: i32,
    ) -> QueryResult<Vec<i64>> {
        let kept: Vec<Id> = diesel::sql_query(
            "UPDATE jobs SET leased_until = now() + make_interval(secs => $3) \
             WHERE worker_id = $1 AND id = ANY($2) RETURNING id",
        )
        .bind::<SqlUuid, _>(worker)
        .bind::<Array<BigInt>, _>(jobs)
        .bind::<Integer, _>(lease_seconds)
        .load(db)
        .await?;
        Ok(kept.into_iter().map(|kept| kept.id).collect())
    }

    /// Lets a job that failed be tried again in a second.
    pub async fn postpone(&self, db: &mut AsyncPgConnection, worker: Uuid) -> QueryResult<usize> {
        diesel::sql_query(
            "UPDATE jobs SET leased_until = now() + interval '1 s' WHERE id = $1 AND worker_id = $2",
        )
        .bind::<BigInt, _>(self.id)
        .bind::<SqlUuid, _>(worker)
        .execute(db)
        .await
    }

    /// Gives back what the worker has begun and will not finish.
    pub async fn release(db: &mut AsyncPgConnection, worker: Uuid) -> QueryResult<()> {
        let none = (None::<Uuid>, None::<chrono::DateTime<chrono::Utc>>);
        diesel::update(jobs::table.filter(jobs::worker_id.eq(worker)))
            .set((
                jobs::worker_id.eq(none.0),
                jobs::leased_until.eq(none.1),
                jobs::attempts.eq(jobs::attempts - 1),
            ))
            .execute(db)
            .await?;
        notify(db, JOBS, "").await
    }

    /// Removes the job if it is still the worker's: then what the worker found counts.
    pub async fn finish(&self, db: &mut AsyncPgConnection, worker: Uuid) -> QueryResult<bool> {
        let mine = jobs::table.find(self.id).filter(jobs::worker_id.eq(worker));
        Ok(diesel::delete(mine).execute(db).await? == 1)
    }

    /// Removes the jobs of a kind that too many workers died over, and tells which they were.
    pub async fn bury(db: &mut AsyncPgConnection, kind: JobKind) -> QueryResult<Vec<Job>> {
        let column = kind.column();
        diesel::sql_query(format!(
            "DELETE FROM jobs WHERE {column} IS NOT NULL AND attempts >= $1 AND leased_until < now() \
             RETURNING id, {column} AS subject, owner_id, revision, attempts",
        ))
        .bind::<Integer, _>(MOST_ATTEMPTS)
        .load(db)
        .await
    }
}

#[derive(QueryableByName)]
#[diesel(table_name = jobs)]
struct Id {
    id: i64,
}
