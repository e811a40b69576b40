use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Integer, Nullable, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::listen::{JOBS, SIMULATIONS, notify};
use crate::schema::{simulation_games, simulations};

/// Two machines that attack and defend the same problems.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = simulations)]
pub struct Simulation {
    pub id: Uuid,
    pub creator_id: Uuid,
    pub first_level: String,
    pub second_level: String,
    pub seed: i64,
    pub state: String,
    pub created_at: DateTime<Utc>,
}

/// One machine attacks, the other defends.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = simulation_games)]
pub struct SimulationGame {
    pub simulation_id: Uuid,
    pub number: i32,
    pub problem_id: Option<Uuid>,
    pub first_attacks: bool,
    pub position: String,
    pub moves: i16,
    /// `None` while it has not been played.
    pub solved: Option<bool>,
    pub played: i32,
    pub elapsed_ms: i64,
    pub line: String,
}

#[derive(Debug)]
pub struct NewSimulation<'a> {
    pub creator_id: Uuid,
    pub first_level: &'a str,
    pub second_level: &'a str,
    pub seed: i64,
    /// Problem, position and number of moves.
    pub problems: &'a [(Uuid, String, i16)],
}

impl NewSimulation<'_> {
    /// Writes the simulation with all its games, and puts it in line.
    pub async fn insert(&self, db: &mut AsyncPgConnection) -> QueryResult<Simulation> {
        let row: Simulation = diesel::insert_into(simulations::table)
            .values((
                simulations::creator_id.eq(self.creator_id),
                simulations::first_level.eq(self.first_level),
                simulations::second_level.eq(self.second_level),
                simulations::seed.eq(self.seed),
            ))
            .returning(Simulation::as_returning())
            .get_result(db)
            .await?;
        let games: Vec<SimulationGame> = self
            .problems
            .iter()
            .flat_map(|problem| [(problem, true), (problem, false)])
            .zip(1..)
            .map(|(((problem_id, position, moves), first_attacks), number)| SimulationGame {
                simulation_id: row.id,
                number,
                problem_id: Some(*problem_id),
                first_attacks,
                position: position.clone(),
                moves: *moves,
                solved: None,
                played: 0,
                elapsed_ms: 0,
                line: String::new(),
            })
            .collect();
        diesel::insert_into(simulation_games::table).values(games).execute(db).await?;
        diesel::sql_query("INSERT INTO jobs (simulation_id, owner_id, revision, turn) VALUES ($1, $2, 0, 0)")
            .bind::<SqlUuid, _>(row.id)
            .bind::<SqlUuid, _>(self.creator_id)
            .execute(db)
            .await?;
        notify(db, JOBS, "").await?;
        Ok(row)
    }
}

impl Simulation {
    pub async fn by_id(db: &mut AsyncPgConnection, id: Uuid) -> QueryResult<Option<Simulation>> {
        simulations::table.find(id).select(Simulation::as_select()).first(db).await.optional()
    }

    pub async fn games(&self, db: &mut AsyncPgConnection) -> QueryResult<Vec<SimulationGame>> {
        simulation_games::table
            .filter(simulation_games::simulation_id.eq(self.id))
            .order(simulation_games::number)
            .select(SimulationGame::as_select())
            .load(db)
            .await
    }

    pub async fn count_running(db: &mut AsyncPgConnection, creator: Uuid) -> QueryResult<i64> {
        simulations::table
            .filter(simulations::creator_id.eq(creator).and(simulations::state.eq("running")))
            .count()
            .get_result(db)
            .await
    }

    /// Ends a running simulation, and tells everybody. False if it was not running.
    pub async fn end(db: &mut AsyncPgConnection, id: Uuid, state: &str) -> QueryResult<bool> {
        let running = simulations::table.find(id).filter(simulations::state.eq("running"));
        let rows = diesel::update(running).set(simulations::state.eq(state)).execute(db).await?;
        notify(db, SIMULATIONS, &id.to_string()).await?;
        Ok(rows == 1)
    }
}

impl SimulationGame {
    /// Writes how the game went, and tells everybody.
    pub async fn finish(&self, db: &mut AsyncPgConnection) -> QueryResult<()> {
        diesel::sql_query(
            "UPDATE simulation_games SET solved = $3, played = $4, elapsed_ms = $5, line = $6 \
             WHERE simulation_id = $1 AND number = $2",
        )
        .bind::<SqlUuid, _>(self.simulation_id)
        .bind::<Integer, _>(self.number)
        .bind::<Nullable<Bool>, _>(self.solved)
        .bind::<Integer, _>(self.played)
        .bind::<BigInt, _>(self.elapsed_ms)
        .bind::<Text, _>(&self.line)
        .execute(db)
        .await?;
        notify(db, SIMULATIONS, &self.simulation_id.to_string()).await
    }
}
