use diesel::prelude::*;
use diesel::sql_types::{Array, Integer, Nullable, SmallInt, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::schema::{problems, tourney_problems};
use crate::{Problem, Tourney};

/// One problem of a tourney's set.
#[derive(Debug, Clone)]
pub struct SetProblem {
    /// Counted from 1.
    pub number: i16,
    /// `None` once it is gone.
    pub problem: Option<Problem>,
}

/// Which problems a set shall be made of.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SetWish {
    pub count: i32,
    /// Empty for all.
    pub games: Vec<String>,
    pub moves: Option<i16>,
    /// The communities whose people will solve it.
    pub sides: Vec<Uuid>,
}

impl Tourney {
    pub async fn set(&self, db: &mut AsyncPgConnection) -> QueryResult<Vec<SetProblem>> {
        let rows: Vec<(i16, Option<Problem>)> = tourney_problems::table
            .left_join(problems::table)
            .filter(tourney_problems::tourney_id.eq(self.id))
            .order(tourney_problems::number)
            .select((tourney_problems::number, Option::<Problem>::as_select()))
            .load(db)
            .await?;
        Ok(rows.into_iter().map(|(number, problem)| SetProblem { number, problem }).collect())
    }
}

impl SetWish {
    /// Chooses by chance, one from each stretch of rising ratings, among the problems that no side hides and nobody of theirs has made or tried; among
    /// those that the fewest have, if these do not suffice. Fewer than wanted if there are no more.
    pub async fn choose(&self, db: &mut AsyncPgConnection) -> QueryResult<Vec<Uuid>> {
        let chosen: Vec<Chosen> = diesel::sql_query(
            "WITH people AS (SELECT DISTINCT m.profile_id FROM community_members m \
                 JOIN communities c USING (provider, external_id) WHERE c.id = ANY($4)), \
             known AS (SELECT problem_id, count(*) AS people FROM ( \
                 SELECT problem_id, profile_id FROM attempts UNION SELECT problem_id, profile_id FROM solves \
                 UNION SELECT id, author_id FROM problems) AS k JOIN people USING (profile_id) GROUP BY problem_id), \
             fit AS (SELECT p.id, p.rating, COALESCE(known.people, 0) AS people FROM problems p \
                 LEFT JOIN known ON known.problem_id = p.id \
                 WHERE p.state = 'playable' AND (cardinality($2) = 0 OR p.game = ANY($2)) AND ($3 IS NULL OR p.moves = $3) \
                   AND NOT EXISTS (SELECT FROM hidden_problems h JOIN communities c USING (provider, external_id) \
                       WHERE h.problem_id = p.id AND c.id = ANY($4))), \
             ordered AS (SELECT id, rating, row_number() OVER (ORDER BY people, random()) AS at, \
                 count(*) FILTER (WHERE people = 0) OVER () AS unknown FROM fit), \
             stretches AS (SELECT id, ntile($1) OVER (ORDER BY rating, id) AS stretch FROM ordered WHERE at <= GREATEST($1, unknown)) \
             SELECT DISTINCT ON (stretch) id FROM stretches ORDER BY stretch, random()",
        )
        .bind::<Integer, _>(self.count)
        .bind::<Array<Text>, _>(&self.games)
        .bind::<Nullable<SmallInt>, _>(self.moves)
        .bind::<Array<SqlUuid>, _>(&self.sides)
        .load(db)
        .await?;
        Ok(chosen.into_iter().map(|chosen| chosen.id).collect())
    }
}

#[derive(QueryableByName)]
struct Chosen {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
}
