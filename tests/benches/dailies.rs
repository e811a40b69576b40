//! How long it takes to choose a daily problem for a community of 10,000 people from 100,000 problems, with a million attempts: when
//! problems are left that nobody has seen, and when there are none.
//!
//! `cargo bench -p tablero-tests --bench dailies` prints the plans too.

#![allow(clippy::print_stdout, reason = "printing is what it does")]

use std::time::{Duration, Instant};

use tablero_store::{AsyncConnection, Community, Lane};
use tablero_tests::TestDatabase;

const ROUNDS: usize = 10;

fn main() {
    tokio::runtime::Runtime::new().expect("a runtime").block_on(run());
}

async fn run() {
    let database = TestDatabase::new().await;
    println!("filling the database");
    database
        .execute(
            "SET statement_timeout = 0; \
             INSERT INTO profiles (id, name, name_key) SELECT ('00000000-0000-4000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, 'p' || n, 'p' || n FROM generate_series(1, 20000) n; \
             INSERT INTO problems (id, author_id, game, rules, position, moves, title, theme, difficulty, state, canonical, verdict, report, rating) \
                 SELECT ('00000000-0000-4000-a000-' || lpad(to_hex(n), 12, '0'))::uuid, \
                     CASE WHEN n % 10 = 0 THEN ('00000000-0000-4000-9000-' || lpad(to_hex(1 + n % 20000), 12, '0'))::uuid ELSE '00000000-0000-4000-8000-000000000001' END, \
                     'chess', '', 'x' || n, 2, '', '', 0, 'playable', 'x' || n, 'sound', decode(repeat(md5(n::text), 64), 'hex'), 900 + 300 * (n % 5) \
                 FROM generate_series(1, 100000) n; \
             INSERT INTO ratings SELECT id, 1500 + random() * 800, 80, 0.06, now() FROM profiles; \
             INSERT INTO communities (provider, external_id) SELECT 'discord', 'guild-' || n FROM generate_series(1, 100) n; \
             INSERT INTO community_members (provider, external_id, profile_id, seen_on) \
                 SELECT 'discord', 'guild-1', id, current_date FROM profiles WHERE substr(name, 2)::int <= 10000 AND name LIKE 'p%'; \
             INSERT INTO community_members (provider, external_id, profile_id, seen_on) \
                 SELECT 'discord', 'guild-' || 2 + substr(name, 2)::int % 99, id, current_date FROM profiles WHERE name LIKE 'p%'; \
             INSERT INTO dailies (community_id, number, day, problem_id, channel, opens_at, closes_at, state) \
                 SELECT c.id, n, current_date - 400 + n, ('00000000-0000-4000-a000-' || lpad(to_hex(1 + (n * 271 + substr(c.external_id, 7)::int * 9973) % 100000), 12, '0'))::uuid, '1', \
                     now() - interval '400 days', now() - interval '1 day', 'ended' FROM communities c, generate_series(1, 365) n; \
             INSERT INTO attempts (profile_id, problem_id, rated, solved) \
                 SELECT ('00000000-0000-4000-9000-' || lpad(to_hex(1 + (k * 7919) % 20000), 12, '0'))::uuid, \
                     ('00000000-0000-4000-a000-' || lpad(to_hex(1 + (k * 101 + k / 20000) % 90000), 12, '0'))::uuid, true, true FROM generate_series(1::bigint, 1000000) k ON CONFLICT DO NOTHING; \
             INSERT INTO solves (profile_id, problem_id) SELECT profile_id, problem_id FROM attempts; \
             INSERT INTO matches (game, rules, start, problem_id, moves, take_back, state, first_kind, first_profile_id, first_ready, second_kind, second_level, second_ready, winner, reason, seed) \
                 SELECT 'chess', '', 'x', problem_id, 2, true, 'finished', 'person', profile_id, true, 'machine', 'expert', true, 'first', 'mate', 1 FROM attempts; \
             ANALYZE",
        )
        .await;
    println!("{} attempts", database.count("SELECT count(*) FROM attempts").await);
    measure(&database, "guild-1", "10,000 people, some problems that none of them has seen").await;
    measure(&database, "guild-2", "a hundred people").await;
    database
        .execute(
            "SET statement_timeout = 0; \
             INSERT INTO attempts (profile_id, problem_id, rated, solved) \
                 SELECT ('00000000-0000-4000-9000-' || lpad(to_hex(1 + (substr(position, 2)::int * 7 + k) % 10000), 12, '0'))::uuid, id, true, true \
                 FROM problems, generate_series(0, 1) k ON CONFLICT DO NOTHING; ANALYZE attempts",
        )
        .await;
    measure(&database, "guild-1", "10,000 people who have seen everything").await;
}

async fn lane(database: &TestDatabase) -> Lane {
    database.store.lane(Instant::now() + Duration::from_secs(60)).await.expect("a connection")
}

async fn measure(database: &TestDatabase, place: &str, what: &str) {
    let mut db = lane(database).await;
    let community =
        Community::find(&mut db, "discord", place).await.expect("an answer").expect("a community");
    let active_after = database.store.clock().now().date_naive() - chrono::Days::new(30);
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let mut db = lane(database).await;
        let asked = Instant::now();
        let choosing = db.transaction(async |db| community.choose_daily(db, active_after).await);
        choosing.await.expect("a choice").expect("a problem");
        times.push(asked.elapsed());
    }
    times.sort();
    println!("\n{what}: p50 {:.0?}, longest {:.0?}", times[ROUNDS / 2], times[ROUNDS - 1]);
    let explaining = db.transaction(async |db| community.explain_daily(db, active_after).await);
    println!("{}", explaining.await.expect("a plan"));
}
