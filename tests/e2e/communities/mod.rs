//! SPEC K2 and D3: places whose people use Tablero together, and what is kept in their channels.

mod boards;
mod posts;
mod settings;
mod weeks;

use std::time::Duration;

use prost_types::FieldMask;
use tablero_api::v1::*;
use tablero_tests::{Badge, House, SERVICE_KEY};
use tonic::Streaming;

/// A mate in one: Ra8#.
const ONE: &str = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";
/// Another: Qb8#.
const ANOTHER: &str = "7k/8/6K1/8/8/8/8/1Q6 w - - 0 1";
const DAY: Duration = Duration::from_secs(24 * 3600);

fn member(name: &str, place: &str) -> Badge {
    Badge::discord(name, name).in_community(place)
}

fn manager(place: &str) -> Badge {
    member("boss", place).managing()
}

/// The bot itself.
fn service() -> Badge {
    Badge::key(SERVICE_KEY).acting_for("discord", "?", "?")
}

async fn problem(house: &House, position: &str) -> String {
    let mut client = house.problems(Badge::discord("author", "author")).await;
    let request = CreateProblemRequest { position: position.into(), moves: 1, ..Default::default() };
    client.create_problem(request).await.unwrap().into_inner().problem.unwrap().id
}

fn set(paths: &[&str], settings: CommunitySettings) -> UpdateCommunityRequest {
    let paths = paths.iter().map(|path| (*path).to_owned()).collect();
    UpdateCommunityRequest { update_mask: Some(FieldMask { paths }), settings: Some(settings) }
}

async fn watch(house: &House) -> Streaming<WatchPostsResponse> {
    house.rankings(service()).await.watch_posts(WatchPostsRequest {}).await.unwrap().into_inner()
}

/// The next post, if one comes soon.
async fn next(posts: &mut Streaming<WatchPostsResponse>) -> Post {
    let next = tokio::time::timeout(Duration::from_secs(20), posts.message()).await.expect("a post");
    next.unwrap().unwrap().post.unwrap()
}

/// Nothing comes, though everything that was due before a round trip through the server has come.
async fn nothing(house: &House, posts: &mut Streaming<WatchPostsResponse>) {
    let idle = "SELECT count(*) FROM posts WHERE due_at <= now() OR leased_until IS NOT NULL";
    for _ in 0..200 {
        if house.database.count(idle).await == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let soon = tokio::time::timeout(Duration::from_millis(100), posts.message()).await;
    assert!(soon.is_err(), "{soon:?}");
}

fn leaders(post: &Post) -> Vec<(u64, String, u64, u64)> {
    let Some(post::What::Leaderboard(board)) = &post.what else { panic!("{post:?} is no leaderboard") };
    entries(&board.entries)
}

/// Place, name, value, and last place.
fn entries(entries: &[LeaderboardEntry]) -> Vec<(u64, String, u64, u64)> {
    let entry = |entry: &LeaderboardEntry| {
        let name = entry.profile.as_ref().unwrap().name.clone();
        (entry.place, name, entry.value.round() as u64, entry.last_place)
    };
    entries.iter().map(entry).collect()
}

async fn report(house: &House, post: &Post, outcome: PostOutcome, message_id: &str) {
    let request = ReportPostRequest {
        post_id: post.id.clone(),
        outcome: outcome.into(),
        message_id: message_id.into(),
        fingerprint: post.fingerprint.clone(),
    };
    house.rankings(service()).await.report_post(request).await.unwrap();
}

fn solved_board(channel: &str) -> PinLeaderboardRequest {
    PinLeaderboardRequest {
        channel_id: channel.into(),
        kind: LeaderboardKind::Solved.into(),
        ..Default::default()
    }
}
