use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

/// Against whom points were made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opponent {
    Easy,
    Normal,
    Hard,
    People,
}

/// What a table of scores is ordered by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScoreOrder {
    pub opponent: Opponent,
    /// By the mean of all games instead of the best of them.
    pub mean: bool,
    /// The least first. Who has no such games comes last either way.
    pub ascending: bool,
}

/// Somebody in a table of scores.
#[derive(Debug, Clone, PartialEq, QueryableByName)]
pub struct ScoreRow {
    #[diesel(sql_type = BigInt)]
    pub place: i64,
    #[diesel(sql_type = SqlUuid)]
    pub profile_id: Uuid,
    #[diesel(sql_type = Text)]
    pub name: String,
    #[diesel(sql_type = Timestamptz)]
    pub created_at: DateTime<Utc>,
    #[diesel(embed)]
    pub easy: EasyScore,
    #[diesel(embed)]
    pub normal: NormalScore,
    #[diesel(embed)]
    pub hard: HardScore,
    #[diesel(embed)]
    pub people: PeopleScore,
}

/// Of all games against one kind of opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Score {
    pub best: i32,
    pub total: i64,
    pub games: i64,
}

/// The columns of one kind of opponent, null where there were no games.
macro_rules! columns {
    ($name:ident, $best:ident, $total:ident, $games:ident) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, QueryableByName)]
        pub struct $name {
            #[diesel(sql_type = Nullable<Integer>)]
            $best: Option<i32>,
            #[diesel(sql_type = Nullable<BigInt>)]
            $total: Option<i64>,
            #[diesel(sql_type = Nullable<BigInt>)]
            $games: Option<i64>,
        }

        impl $name {
            pub fn score(self) -> Option<Score> {
                Some(Score { best: self.$best?, total: self.$total?, games: self.$games? })
            }
        }
    };
}

columns!(EasyScore, easy_best, easy_total, easy_games);
columns!(NormalScore, normal_best, normal_total, normal_games);
columns!(HardScore, hard_best, hard_total, hard_games);
columns!(PeopleScore, people_best, people_total, people_games);

impl Opponent {
    const ALL: [Opponent; 4] = [Opponent::Easy, Opponent::Normal, Opponent::Hard, Opponent::People];

    fn word(self) -> &'static str {
        match self {
            Opponent::Easy => "easy",
            Opponent::Normal => "normal",
            Opponent::Hard => "hard",
            Opponent::People => "people",
        }
    }
}

impl Score {
    /// Adds a game of somebody's to a table.
    pub async fn add(
        db: &mut AsyncPgConnection,
        game: &str,
        profile: Uuid,
        opponent: Opponent,
        points: i32,
    ) -> QueryResult<()> {
        diesel::sql_query(
            "INSERT INTO scores AS s (game, profile_id, opponent, games, total, best) VALUES ($1, $2, $3, 1, $4, $4) \
             ON CONFLICT (game, profile_id, opponent) DO UPDATE SET games = s.games + 1, total = s.total + excluded.total, \
                 best = GREATEST(s.best, excluded.best)",
        )
        .bind::<Text, _>(game)
        .bind::<SqlUuid, _>(profile)
        .bind::<Text, _>(opponent.word())
        .bind::<Integer, _>(points)
        .execute(db)
        .await?;
        Ok(())
    }

    /// Gives everything of one profile to another.
    pub async fn hand_over(db: &mut AsyncPgConnection, from: Uuid, into: Uuid) -> QueryResult<()> {
        diesel::sql_query(
            "INSERT INTO scores AS s (game, profile_id, opponent, games, total, best) \
             SELECT game, $2, opponent, games, total, best FROM scores WHERE profile_id = $1 \
             ON CONFLICT (game, profile_id, opponent) DO UPDATE SET games = s.games + excluded.games, \
                 total = s.total + excluded.total, best = GREATEST(s.best, excluded.best)",
        )
        .bind::<SqlUuid, _>(from)
        .bind::<SqlUuid, _>(into)
        .execute(db)
        .await?;
        Ok(())
    }

    /// Takes somebody out of a table, or of all; answers out of how many.
    pub async fn remove(db: &mut AsyncPgConnection, game: Option<&str>, profile: Uuid) -> QueryResult<usize> {
        let removed: Count = diesel::sql_query(
            "WITH gone AS (DELETE FROM scores WHERE profile_id = $1 AND ($2 IS NULL OR game = $2) RETURNING game) \
             SELECT count(DISTINCT game) AS count FROM gone",
        )
        .bind::<SqlUuid, _>(profile)
        .bind::<Nullable<Text>, _>(game)
        .get_result(db)
        .await?;
        Ok(usize::try_from(removed.count).unwrap_or_default())
    }

    /// Empties a table; answers how many people were in it.
    pub async fn reset(db: &mut AsyncPgConnection, game: &str) -> QueryResult<usize> {
        let removed: Count = diesel::sql_query(
            "WITH gone AS (DELETE FROM scores WHERE game = $1 RETURNING profile_id) \
             SELECT count(DISTINCT profile_id) AS count FROM gone",
        )
        .bind::<Text, _>(game)
        .get_result(db)
        .await?;
        Ok(usize::try_from(removed.count).unwrap_or_default())
    }
}

impl ScoreOrder {
    /// Those after a place; where its holder has moved, after the holder.
    pub async fn page(
        self,
        db: &mut AsyncPgConnection,
        game: &str,
        behind: Option<(i64, Uuid)>,
        most: i64,
    ) -> QueryResult<Vec<ScoreRow>> {
        let (place, profile) = behind.map_or((0, None), |(place, profile)| (place, Some(profile)));
        diesel::sql_query(format!(
            "{} SELECT * FROM r WHERE place > COALESCE((SELECT place FROM r WHERE profile_id = $2), $3) ORDER BY place LIMIT $4",
            self.ranked()
        ))
        .bind::<Text, _>(game)
        .bind::<Nullable<SqlUuid>, _>(profile)
        .bind::<BigInt, _>(place)
        .bind::<BigInt, _>(most)
        .load(db)
        .await
    }

    /// Somebody's own row.
    pub async fn of(
        self,
        db: &mut AsyncPgConnection,
        game: &str,
        profile: Uuid,
    ) -> QueryResult<Option<ScoreRow>> {
        diesel::sql_query(format!("{} SELECT * FROM r WHERE profile_id = $2", self.ranked()))
            .bind::<Text, _>(game)
            .bind::<SqlUuid, _>(profile)
            .get_result(db)
            .await
            .optional()
    }

    /// Everybody of the game `$1` as `r`. Ties go to who needed fewer games, then by name.
    fn ranked(self) -> String {
        let columns: Vec<String> = Opponent::ALL
            .into_iter()
            .flat_map(|opponent| ["best", "total", "games"].map(|what| (opponent.word(), what)))
            .map(|(word, what)| format!("max({what}) FILTER (WHERE opponent = '{word}') AS {word}_{what}"))
            .collect();
        let word = self.opponent.word();
        let value = match self.mean {
            true => format!("{word}_total::numeric / {word}_games"),
            false => format!("{word}_best"),
        };
        let direction = if self.ascending { "ASC" } else { "DESC" };
        format!(
            "WITH t AS (SELECT profile_id, {} FROM scores WHERE game = $1 GROUP BY profile_id), \
             r AS (SELECT t.*, p.name, p.created_at, row_number() OVER (ORDER BY {value} {direction} NULLS LAST, \
                 {word}_games NULLS LAST, p.name_key) AS place FROM t JOIN profiles p ON p.id = t.profile_id)",
            columns.join(", ")
        )
    }
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    count: i64,
}
