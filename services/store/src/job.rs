use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::listen::{JOBS, notify};
use crate::schema::jobs;

/// After so many workers died over a job, no other tries.
pub const MOST_ATTEMPTS: i32 = 5;

/// A problem that a worker has taken to validate it. It belongs to the worker until its lease ends.
#[derive(Debug, Clone, QueryableByName)]
#[diesel(table_name = jobs)]
pub struct Job {
    pub id: i64,
    pub problem_id: Uuid,
    pub owner_id: Uuid,
    pub revision: i32,
    pub attempts: i32,
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

    /// Takes the job whose turn it is, for as long as the lease.
    pub async fn claim(
        db: &mut AsyncPgConnection,
        worker: Uuid,
        lease_seconds: i32,
    ) -> QueryResult<Option<Job>> {
        diesel::sql_query(
            "UPDATE jobs SET worker_id = $1, leased_until = now() + make_interval(secs => $2), attempts = attempts + 1 \
             WHERE id = (SELECT id FROM jobs \
                         WHERE (leased_until IS NULL OR leased_until < now()) AND attempts < $3 \
                         ORDER BY turn, id LIMIT 1 FOR UPDATE SKIP LOCKED) \
             RETURNING id, problem_id, owner_id, revision, attempts",
        )
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

    /// Removes the jobs that too many workers died over, and tells which they were.
    pub async fn bury(db: &mut AsyncPgConnection) -> QueryResult<Vec<Job>> {
        diesel::sql_query(
            "DELETE FROM jobs WHERE attempts >= $1 AND leased_until < now() \
             RETURNING id, problem_id, owner_id, revision, attempts",
        )
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
