use std::time::{Duration, Instant};

use tablero_store::{AsyncConnection, Job, Match, Store};
use uuid::Uuid;

use super::brain::{Turn, spelled};
use super::play::append;
use super::{Brain, Record};
use crate::error::{Error, Result};

const STEP: Duration = Duration::from_secs(10);

/// Makes the machine's move that a job asks for, and ends the job with it, or neither.
pub(crate) async fn reply(store: &Store, brain: &Brain, worker: Uuid, job: &Job) -> Result<()> {
    let mut db = store.lane(Instant::now() + STEP).await?;
    let row = Match::by_id(&mut db, job.subject).await?.filter(|row| row.ply == job.revision);
    let record = match row {
        Some(row) => Some(Record::load(&mut db, row).await?).filter(Record::awaits_machine),
        None => None,
    };
    drop(db);
    let choice = match record.as_ref().and_then(turn) {
        Some(turn) => brain.choose(job.subject, turn).await?,
        None => None,
    };
    let mut db = store.lane(Instant::now() + STEP).await?;
    db.transaction(async |db| {
        let locked = Match::lock(db, job.subject).await?;
        if !job.finish(db, worker).await? {
            return Ok(());
        }
        let (Some((row, now)), Some(code)) = (locked, choice) else { return Ok(()) };
        if row.ply != job.revision || row.state != "running" {
            return Ok(());
        }
        let record = Record::load(db, row).await?;
        let unknown = || Error::Internal(format!("the machine's move {code} is not legal").into());
        let spelled = spelled(record.table.legal_moves(), &code).ok_or_else(unknown)?;
        append(db, record, [now, store.clock().now()], &spelled, None).await?;
        Ok::<_, Error>(())
    })
    .await
}

fn turn(record: &Record) -> Option<Turn> {
    let level = record.machine_at(record.turn())?;
    let attacks = record.turn() == record.opener;
    Some(Turn {
        spot: record.spot(),
        seen: positions(record),
        level,
        seed: record.row.seed.cast_unsigned(),
        problem: record.moves_left().map(|left| (left, attacks)),
    })
}

/// Every position that the match has been through, the present one aside.
fn positions(record: &Record) -> Vec<String> {
    let Some(Ok(mut table)) =
        tablero_game::find(&record.row.game).map(|game| game.decode(&record.row.rules, &record.row.start))
    else {
        return Vec::new();
    };
    let mut seen = Vec::new();
    for play in &record.plays {
        seen.push(table.position());
        // These plays have been played before.
        table.play(&play.code, tablero_game::Language::English).ok();
    }
    seen
}
