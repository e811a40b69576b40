//! Leaderboards in channels with 10,000 members and a million solves: how long from a solve that is due to be shown until Discord has
//! the new picture, beside the limit, and how often each board is edited for a solve.
//!
//! `cargo bench -p tablero-tests --bench boards`

#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::time::{Duration, Instant};

use tablero_sandbox::{Message, permissions};
use tablero_tests::{Badge, Chat, mate_in_one};

const ROUNDS: usize = 20;
const LIMIT: Duration = Duration::from_millis(300);
const PAUSE: Duration = Duration::from_secs(31);

#[tokio::main]
async fn main() {
    let chat = Chat::open().await;
    let cafe = chat.sandbox.guild("Chess Café").to_string();
    populate(&chat, &cafe).await;
    println!(
        "{} members, {} solves",
        chat.house.database.count("SELECT count(*) FROM community_members").await,
        chat.house.database.count("SELECT count(*) FROM solves").await
    );
    let zoe = Badge::discord("1", "Zoe").in_community(&cafe);
    let first = chat.problem(&mate_in_one(0), 1).await;
    chat.house.solve(zoe.clone(), &first.id, "Ra8").await;
    // Far ahead of everybody, so that every board shows every solve.
    let ahead = "UPDATE solve_counts c SET solved = 1000 FROM profiles p WHERE p.id = c.profile_id AND p.name = 'Zoe'; \
                 UPDATE ratings r SET points = 2600 FROM profiles p WHERE p.id = r.profile_id AND p.name = 'Zoe'";
    chat.house.database.execute(ahead).await;
    chat.sandbox.member_permissions("Chess Café", "Carol", permissions::MEMBER | permissions::MANAGE_GUILD);
    let carol = chat.person("Carol");
    let choices = [
        "by:rating",
        "by:problems solved",
        "by:problems solved when:this week",
        "by:problems solved who:everyone",
    ];
    let mut boards = Vec::new();
    for choice in choices {
        let asked = Instant::now();
        carol.command(&format!("/leaderboard pin {choice} channel:leaderboard")).await;
        let message = newest(&chat, boards.len() + 1).await;
        println!("{choice:34} first posted {:>8.1?} after the command", asked.elapsed());
        boards.push(message);
    }
    let mut times = vec![Vec::new(); boards.len()];
    for round in 1..=ROUNDS {
        let problem = chat.problem(&mate_in_one(round), 1).await;
        chat.house.solve(zoe.clone(), &problem.id, "Ra8").await;
        chat.advance(PAUSE);
        let due = Instant::now();
        for (board, times) in boards.iter().zip(&mut times) {
            edited(&chat, board, round).await;
            times.push(due.elapsed());
        }
    }
    println!("\n{:34} {:>10} {:>10} {:>10} {:>8}", "from due to Discord", "p50", "p95", "of limit", "edits");
    for ((choice, times), board) in choices.iter().zip(&mut times).zip(&boards) {
        times.sort();
        let (p50, p95) = (times[times.len() / 2], times[times.len() * 95 / 100]);
        let share = p95.as_secs_f64() / LIMIT.as_secs_f64();
        let edits = edits(&chat, board);
        println!("{choice:34} {p50:>10.1?} {p95:>10.1?} {share:>10.2} {edits:>8}");
        assert_eq!(edits, ROUNDS, "each solve is shown once");
    }
    println!("the limit is {LIMIT:?}; all boards wait for one another at four at once");
    chat.close().await;
}

async fn populate(chat: &Chat, cafe: &str) {
    let people = 10_000;
    chat.house
        .database
        .execute(&format!(
            "SET statement_timeout = 0; \
             INSERT INTO profiles (id, name, name_key) SELECT ('00000000-0000-4000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, 'member' || n, 'member' || n \
                 FROM generate_series(1, {people}) n; \
             INSERT INTO problems (id, author_id, game, rules, position, moves, title, theme, difficulty, state, canonical, verdict, rating) \
                 SELECT ('00000000-0000-4000-a000-' || lpad(to_hex(n), 12, '0'))::uuid, '00000000-0000-4000-8000-000000000001', 'chess', '', 'x' || n, 2, '', '', 0, 'playable', 'x' || n, 'sound', 1500 \
                 FROM generate_series(0, 999) n; \
             INSERT INTO solves (problem_id, profile_id, best_ms, hinted, errors, errors_ms) \
                 SELECT ('00000000-0000-4000-a000-' || lpad(to_hex((n * 7 + k * 10) % 1000), 12, '0'))::uuid, \
                        ('00000000-0000-4000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, \
                        (random() * 600000)::bigint, false, (random() * 5)::int, (random() * 600000)::bigint \
                 FROM generate_series(1, {people}) n, generate_series(0, 99) k ON CONFLICT DO NOTHING; \
             INSERT INTO ratings SELECT id, 1500 + random() * 800, 80, 0.06, now() FROM profiles; \
             INSERT INTO solve_counts SELECT id, 'all', '1970-01-01', (random() * 500)::bigint FROM profiles; \
             INSERT INTO solve_counts SELECT id, 'week', date_trunc('week', now() AT TIME ZONE 'UTC')::date, (random() * 20)::bigint FROM profiles; \
             INSERT INTO streaks SELECT id, (now() AT TIME ZONE 'UTC')::date, (random() * 100)::bigint, 100 FROM profiles; \
             INSERT INTO communities (provider, external_id) VALUES ('discord', '{cafe}') ON CONFLICT DO NOTHING; \
             INSERT INTO community_members SELECT 'discord', '{cafe}', id FROM profiles; \
             ANALYZE"
        ))
        .await;
}

/// The message that makes them so many.
async fn newest(chat: &Chat, count: usize) -> Message {
    let channel = chat.sandbox.channel("leaderboard").id;
    chat.sandbox
        .until("a leaderboard is posted", |world| {
            let messages = world.messages(channel);
            messages.get(count - 1).map(|message| (*message).clone())
        })
        .await
}

async fn edited(chat: &Chat, board: &Message, times: usize) {
    let path = format!("/messages/{}", board.id);
    chat.sandbox
        .until("a leaderboard is edited", |world| {
            let edits =
                world.requests().filter(|it| it.method == "PATCH" && it.path.ends_with(&path)).count();
            (edits >= times).then_some(())
        })
        .await;
}

fn edits(chat: &Chat, board: &Message) -> usize {
    let path = format!("/messages/{}", board.id);
    chat.sandbox.requests().iter().filter(|it| it.method == "PATCH" && it.path.ends_with(&path)).count()
}
