use std::time::{Duration, Instant};

use prost::Message;
use tablero_search::mate::Verdict;
use tablero_store::{
    AsyncConnection, AsyncPgConnection, Job, JobKind, Match, MatchChange, PROBLEMS, Problem, ProblemState,
    Simulation, Store, notify,
};
use tokio::task::JoinSet;
use tracing::{debug, info, warn};
use uuid::Uuid;

use crate::error::{Error, Result};
use crate::events::{Event, Events};
use crate::matches::{Brain, reply, simulate};
use crate::options::WorkOptions;
use crate::prove::{Enquiry, Finding, Question};
use crate::rpc::write_finding;
use crate::spot::Spot;
use crate::think::Thinkers;

/// How long a step of a worker in the database may take.
const STEP: Duration = Duration::from_secs(10);
const SHORT_LEASE: i32 = 5;
/// How often to look for jobs if no event says so.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// Does the jobs of one kind: as many at once as there are threads, and some more that wait for their turn to think.
#[derive(Debug, Clone)]
pub(crate) struct Worker {
    pub(crate) id: Uuid,
    pub(crate) kind: JobKind,
    pub(crate) store: Store,
    pub(crate) events: Events,
    pub(crate) thinkers: Thinkers,
    pub(crate) brain: Brain,
    pub(crate) options: WorkOptions,
}

impl Worker {
    /// Works until `stop` completes; then gives back what it has begun.
    pub(crate) async fn run(self, stop: impl Future<Output = ()>) {
        tokio::pin!(stop);
        let mut events = self.events.subscribe();
        let mut running = JoinSet::new();
        let mut burials = tokio::time::interval(LOOK_EVERY);
        loop {
            if let Err(error) = self.take(&mut running).await {
                warn!(?error, "cannot take jobs; trying again");
            }
            tokio::select! {
                () = &mut stop => break,
                Some(_) = running.join_next() => {}
                () = job_or_gap(&mut events) => {}
                _ = burials.tick() => if let Err(error) = self.bury().await {
                    warn!(?error, "cannot give up jobs; trying again");
                },
            }
        }
        running.shutdown().await;
        if let Err(error) = self.release().await {
            warn!(?error, "cannot give back jobs; their leases will end by themselves");
        }
    }

    /// How many seconds a job is ours. A machine's move takes less than one: if we die over it, nobody shall wait long.
    fn lease(&self) -> i32 {
        let lease = i32::from(self.options.lease_seconds);
        if self.kind == JobKind::Reply { lease.min(SHORT_LEASE) } else { lease }
    }

    async fn take(&self, running: &mut JoinSet<()>) -> Result<()> {
        while running.len() < self.options.threads() + 4 {
            let mut db = self.store.lane(Instant::now() + STEP).await?;
            let Some(job) = Job::claim(&mut db, self.kind, self.id, self.lease()).await? else { break };
            drop(db);
            let worker = self.clone();
            running.spawn(async move {
                let done = match worker.kind {
                    JobKind::Validate => worker.validate(&job).await,
                    JobKind::Reply => reply(&worker.store, &worker.brain, worker.id, &job).await,
                    JobKind::Simulate => worker.simulate(&job).await,
                };
                if let Err(error) = done {
                    warn!(?error, subject = %job.subject, "a job failed; it is tried again");
                    worker.postpone(&job).await;
                }
            });
        }
        Ok(())
    }

    async fn validate(&self, job: &Job) -> Result<()> {
        let mut db = self.store.lane(Instant::now() + STEP).await?;
        let Some((problem, _)) = Problem::by_id(&mut db, job.subject).await? else {
            return Ok(());
        };
        drop(db);
        let question = Question {
            spot: Spot { game: problem.game, rules: problem.rules, position: problem.position },
            moves: u8::try_from(problem.moves).unwrap_or_default(),
            budget: Duration::from_millis(self.options.validation_ms.into()),
            full_tree: false,
            memory: self.options.memory(),
        };
        let mut enquiry = Enquiry::ask(&self.thinkers, job.owner_id.unwrap_or_default(), question);
        let mut progress = enquiry.progress.clone();
        let lease = Duration::from_secs(self.options.lease_seconds.into());
        let mut renewal = tokio::time::interval(lease / 3);
        let mut sign = tokio::time::interval(Duration::from_millis(500));
        let finding = loop {
            tokio::select! {
                found = enquiry.found() => match found {
                    Some(finding) => break finding,
                    None => return Ok(()),
                },
                _ = renewal.tick() => if !self.renew(job).await? {
                    info!(problem = %job.subject, "the job went to somebody else");
                    return Ok(());
                },
                _ = sign.tick() => if progress.has_changed().unwrap_or(false) {
                    let words = progress.borrow_and_update().as_ref().map(crate::rpc::progress_words);
                    self.tell(job, words.as_deref().unwrap_or_default()).await?;
                },
            }
        };
        self.finish(job, &finding).await
    }

    /// Plays a simulation for as long as the job is ours.
    async fn simulate(&self, job: &Job) -> Result<()> {
        let playing = simulate(&self.store, &self.brain, self.id, job);
        tokio::pin!(playing);
        let lease = Duration::from_secs(self.options.lease_seconds.into());
        let mut renewal = tokio::time::interval(lease / 3);
        loop {
            tokio::select! {
                played = &mut playing => return played,
                _ = renewal.tick() => if !self.renew(job).await? {
                    return Ok(());
                },
            }
        }
    }

    async fn renew(&self, job: &Job) -> Result<bool> {
        let mut db = self.store.lane(Instant::now() + STEP).await?;
        let kept = Job::renew(&mut db, self.id, &[job.id], self.lease()).await?;
        Ok(!kept.is_empty())
    }

    async fn tell(&self, job: &Job, words: &str) -> Result<()> {
        let mut db = self.store.lane(Instant::now() + STEP).await?;
        Ok(notify(&mut db, PROBLEMS, &format!("{} {words}", job.subject)).await?)
    }

    /// Writes the verdict and ends the job, or neither.
    async fn finish(&self, job: &Job, finding: &Finding) -> Result<()> {
        let verdict = finding.verdict();
        let report = write_finding(finding).encode_to_vec();
        self.decide(job, state_after(verdict), verdict.as_str(), Some(&report)).await?;
        debug!(problem = %job.subject, verdict = verdict.as_str(), "validated");
        metrics::counter!("tablero_validations_total", "verdict" => verdict.as_str()).increment(1);
        Ok(())
    }

    async fn decide(
        &self,
        job: &Job,
        state: ProblemState,
        verdict: &str,
        report: Option<&[u8]>,
    ) -> Result<()> {
        let mut db = self.store.lane(Instant::now() + STEP).await?;
        db.transaction(async |db| {
            if job.finish(db, self.id).await? {
                let now = self.store.clock().now();
                Problem::decide(db, job.subject, job.revision, state, verdict, report, now).await?;
                notify(db, PROBLEMS, &job.subject.to_string()).await?;
            }
            Ok::<_, Error>(())
        })
        .await
    }

    /// What several workers died over is given up, so that it does not kill more of them.
    async fn bury(&self) -> Result<()> {
        let mut db = self.store.lane(Instant::now() + STEP).await?;
        db.transaction(async |db| {
            for job in Job::bury(db, self.kind).await? {
                warn!(subject = %job.subject, attempts = job.attempts, "gave up a job");
                match self.kind {
                    JobKind::Validate => {
                        let (refused, undecided) = (ProblemState::Refused, Verdict::Undecided.as_str());
                        let now = self.store.clock().now();
                        Problem::decide(db, job.subject, job.revision, refused, undecided, None, now).await?;
                        notify(db, PROBLEMS, &job.subject.to_string()).await?;
                    }
                    JobKind::Reply => give_up(db, &job).await?,
                    JobKind::Simulate => {
                        Simulation::end(db, job.subject, "cancelled").await?;
                    }
                }
            }
            Ok::<_, Error>(())
        })
        .await
    }

    async fn postpone(&self, job: &Job) {
        let postponed = async {
            let mut db = self.store.lane(Instant::now() + STEP).await?;
            Ok::<_, Error>(job.postpone(&mut db, self.id).await?)
        };
        if let Err(error) = postponed.await {
            warn!(?error, "cannot postpone a job; its lease will end by itself");
        }
    }

    async fn release(&self) -> Result<()> {
        let mut db = self.store.lane(Instant::now() + STEP).await?;
        Ok(Job::release(&mut db, self.id).await?)
    }
}

/// A problem may be played once it is proven that it is solved in exactly its number of moves.
fn state_after(verdict: Verdict) -> ProblemState {
    match verdict {
        Verdict::Sound | Verdict::Cooked => ProblemState::Playable,
        Verdict::Short | Verdict::NoMate | Verdict::Undecided | Verdict::Illegal => ProblemState::Refused,
    }
}

/// Ends a match in which the machine cannot move.
async fn give_up(db: &mut AsyncPgConnection, job: &Job) -> Result<()> {
    if let Some((row, _)) = Match::lock(db, job.subject).await?.filter(|(row, _)| row.state == "running") {
        let change = MatchChange {
            state: "finished".into(),
            winner: Some("nobody".into()),
            reason: Some("machine_failed".into()),
            ..row.as_change()
        };
        row.change(db, &change).await?;
    }
    Ok(())
}

async fn job_or_gap(events: &mut crate::events::Subscription) {
    while !matches!(events.next().await, Event::Job | Event::Gap) {}
}
