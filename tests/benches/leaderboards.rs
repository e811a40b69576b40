//! How fast rankings answer with a million solves in the database: 100,000 people, ten solves each, one problem that all of them solved.
//!
//! `cargo bench -p tablero-tests --bench leaderboards` prints the plans too.

#![allow(clippy::print_stdout, reason = "printing is what it does")]

use std::time::{Duration, Instant};

use tablero_store::{Board, Period};
use tablero_tests::TestDatabase;
use uuid::Uuid;

const ROUNDS: usize = 100;

fn main() {
    tokio::runtime::Runtime::new().expect("a runtime").block_on(run());
}

async fn run() {
    let database = TestDatabase::new().await;
    println!("filling the database with a million solves");
    database
        .execute(
            "SET statement_timeout = 0; \
             INSERT INTO profiles (id, name, name_key) SELECT ('00000000-0000-4000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, 'p' || n, 'p' || n FROM generate_series(1, 100000) n; \
             INSERT INTO problems (id, author_id, game, rules, position, moves, title, theme, difficulty, state, canonical, verdict, rating) \
                 SELECT ('00000000-0000-4000-a000-' || lpad(to_hex(n), 12, '0'))::uuid, '00000000-0000-4000-8000-000000000001', 'chess', '', 'x' || n, 2, '', '', 0, 'playable', 'x' || n, 'sound', 1500 \
                 FROM generate_series(0, 1000) n; \
             INSERT INTO solves (problem_id, profile_id, best_ms, hinted, errors, errors_ms) \
                 SELECT ('00000000-0000-4000-a000-' || lpad(to_hex(CASE k WHEN 0 THEN 0 ELSE 1 + (n * 7 + k * 101) % 1000 END), 12, '0'))::uuid, \
                        ('00000000-0000-4000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, \
                        (random() * 600000)::bigint, false, (random() * 5)::int, (random() * 600000)::bigint \
                 FROM generate_series(1, 100000) n, generate_series(0, 9) k ON CONFLICT DO NOTHING; \
             INSERT INTO ratings SELECT id, 1500 + random() * 800, 80, 0.06, now() FROM profiles; \
             INSERT INTO solve_counts SELECT id, 'all', '1970-01-01', (random() * 500)::bigint FROM profiles; \
             INSERT INTO solve_counts SELECT id, 'week', date_trunc('week', now() AT TIME ZONE 'UTC')::date, (random() * 20)::bigint FROM profiles; \
             INSERT INTO streaks SELECT id, (now() AT TIME ZONE 'UTC')::date, (random() * 100)::bigint, 100 FROM profiles; \
             INSERT INTO communities (provider, external_id) VALUES ('discord', 'guild'); \
             INSERT INTO community_members SELECT 'discord', 'guild', id FROM profiles WHERE random() < 0.1; \
             ANALYZE",
        )
        .await;
    println!("{} solves", database.count("SELECT count(*) FROM solves").await);
    let common = Uuid::from_u128(0x0000_0000_0000_4000_a000_0000_0000_0000);
    let today = database.store.clock().now().date_naive();
    let boards = [
        ("ranking by time", Board::by_time(common)),
        ("ranking by errors", Board::by_errors(common)),
        ("rating", Board::by_rating(Period::AllTime, today)),
        ("rating, this week", Board::by_rating(Period::Week, today)),
        ("solved", Board::by_solved(Period::AllTime, today)),
        ("solved, this week", Board::by_solved(Period::Week, today)),
        ("streak", Board::by_streak(today)),
        ("solved, in a community", Board::by_solved(Period::AllTime, today).within("discord", "guild")),
    ];
    println!(
        "\n{:24} {:>12} {:>12} {:>14} {:>14}",
        "", "page p50", "page p99", "my place p50", "my place p99"
    );
    for (name, board) in &boards {
        let (mut pages, mut places) = (vec![], vec![]);
        for round in 0..ROUNDS {
            let me =
                Uuid::from_u128(0x0000_0000_0000_4000_9000_0000_0000_0001 + (round as u128 * 977) % 100_000);
            let mut db =
                database.store.lane(Instant::now() + Duration::from_secs(60)).await.expect("a connection");
            let asked = Instant::now();
            board.page(&mut db, None, 20).await.expect("a page");
            pages.push(asked.elapsed());
            let asked = Instant::now();
            board.around(&mut db, me).await.expect("a place");
            places.push(asked.elapsed());
        }
        let [p50, p99] = percentiles(&mut pages);
        let [mine50, mine99] = percentiles(&mut places);
        println!("{name:24} {p50:>12.2?} {p99:>12.2?} {mine50:>14.2?} {mine99:>14.2?}");
    }
    for (name, board) in &boards {
        let mut db =
            database.store.lane(Instant::now() + Duration::from_secs(60)).await.expect("a connection");
        println!("\n{name}\n{}", board.explain(&mut db, 20).await.expect("a plan"));
    }
}

fn percentiles(times: &mut [Duration]) -> [Duration; 2] {
    times.sort();
    [times[times.len() / 2], times[times.len() * 99 / 100]]
}
