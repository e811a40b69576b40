//! A problem a day for each community: which, when, for whom it counts, and that nothing gives it away.

mod choice;
mod days;
mod leaks;
mod posts;
mod streaks;

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Timelike, Utc};
use prost_types::FieldMask;
use tablero_api::v1::new_seat::Who;
use tablero_api::v1::*;
use tablero_tests::{Badge, Expect, House};
use tonic::{Code, Status};

const HERE: &str = "guild-1";
const DAY: Duration = Duration::from_secs(24 * 3600);

fn member(name: &str) -> Badge {
    member_of(name, HERE)
}

fn member_of(name: &str, place: &str) -> Badge {
    Badge::discord(name, name).in_community(place)
}

/// Somebody who belongs nowhere.
fn stranger(name: &str) -> Badge {
    Badge::discord(name, name)
}

/// One of thirty mates in one by a rook: on the back rank, whatever stands in between.
fn mate(number: usize) -> String {
    let (file, rank) = (number % 6, 1 + number / 6);
    let mut ranks = ["7k", "8", "6K1", "8", "8", "8", "8", "8"].map(str::to_owned);
    let before = if file == 0 { String::new() } else { file.to_string() };
    ranks[8 - rank] = format!("{before}R{}", 7 - file);
    format!("{} w - - 0 1", ranks.join("/"))
}

/// The move that mates in one of these.
fn key(position: &str) -> String {
    let rank = position.split('/').find(|rank| rank.contains('R')).unwrap();
    let before = rank.split('R').next().unwrap();
    let file = before.parse::<u8>().unwrap_or(0);
    format!("R{}8", char::from(b'a' + file))
}

async fn problem(house: &House, author: Badge, number: usize) -> Problem {
    let mut client = house.problems(author).await;
    let request = CreateProblemRequest { position: mate(number), moves: 1, ..Default::default() };
    let mut made = client.create_problem(request).await.unwrap().into_inner().problem.unwrap();
    while made.state() == ProblemState::Checking {
        let request = GetProblemRequest { problem_id: made.id };
        made = client.get_problem(request).await.unwrap().into_inner().problem.unwrap();
    }
    assert_eq!(made.state(), ProblemState::Playable, "{made:?}");
    made
}

/// So many problems of nobody's who is anywhere.
async fn library(house: &House, count: usize) -> Vec<Problem> {
    let mut made = Vec::new();
    for number in 0..count {
        made.push(problem(house, stranger("library"), number).await);
    }
    made
}

async fn change(
    house: &House,
    place: &str,
    paths: &[&str],
    settings: CommunitySettings,
) -> UpdateCommunityResponse {
    let paths = paths.iter().map(|path| (*path).to_owned()).collect();
    let request = UpdateCommunityRequest { update_mask: Some(FieldMask { paths }), settings: Some(settings) };
    let mut boss = house.rankings(member_of("boss", place).managing()).await;
    boss.update_community(request).await.unwrap().into_inner()
}

/// From now on there is a daily problem in channel 77, at an hour of a zone.
async fn set(house: &House, place: &str, zone: &str, hour: u32) -> DateTime<Utc> {
    let settings = CommunitySettings {
        time_zone: zone.into(),
        daily_hour: hour,
        daily_channel_id: "77".into(),
        ..Default::default()
    };
    let changed = change(house, place, &["time_zone", "daily_hour", "daily_channel_id"], settings).await;
    moment(changed.next_daily_time)
}

fn moment(time: Option<prost_types::Timestamp>) -> DateTime<Utc> {
    let time = time.expect("a time");
    DateTime::from_timestamp(time.seconds, time.nanos.unsigned_abs()).unwrap()
}

fn now(house: &House) -> DateTime<Utc> {
    house.database.store.clock().now()
}

/// Pushes the clock to a moment, and waits until the servers have done what was due.
async fn go_to(house: &House, then: DateTime<Utc>) {
    if let Ok(left) = (then - now(house)).to_std() {
        house.database.store.clock().advance(left);
    }
    caught_up(house).await;
}

async fn caught_up(house: &House) {
    let now = now(house).to_rfc3339();
    let due = format!(
        "SELECT (SELECT count(*) FROM communities WHERE next_daily_at <= '{now}') \
         + (SELECT count(*) FROM dailies WHERE state = 'open' AND closes_at <= '{now}')"
    );
    for _ in 0..1000 {
        if house.database.count(&due).await == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the calendar does not go on");
}

/// The first daily problem of the place, opened a moment ago, on the hour of a day in UTC.
async fn first_day(house: &House) -> Daily {
    let hour = (now(house) + TimeDelta::hours(1)).hour();
    let opens = set(house, HERE, "UTC", hour).await;
    go_to(house, opens).await;
    open(house, "boss").await
}

async fn next_day(house: &House) -> Daily {
    house.database.store.clock().advance(DAY);
    caught_up(house).await;
    open(house, "boss").await
}

async fn try_daily(house: &House, who: Badge) -> Result<GetDailyResponse, Status> {
    Ok(house.rankings(who).await.get_daily(GetDailyRequest::default()).await?.into_inner())
}

async fn daily(house: &House, who: &str) -> GetDailyResponse {
    try_daily(house, member(who)).await.unwrap()
}

async fn open(house: &House, who: &str) -> Daily {
    daily(house, who).await.daily.expect("an open one")
}

async fn last(house: &House) -> DailyEnd {
    daily(house, "boss").await.last.expect("one that is over")
}

/// Days in a row, and the most there ever were.
async fn streak(house: &House, who: &str) -> (u32, u32) {
    let streak = daily(house, who).await.streak.unwrap_or_default();
    (streak.days, streak.best_days)
}

fn to_solve(problem_id: &str, wrong_moves: WrongMoves) -> StartMatchRequest {
    let seat = |who| Some(NewSeat { who: Some(who) });
    StartMatchRequest {
        problem_id: problem_id.into(),
        first: seat(Who::Me(true)),
        second: seat(Who::Machine("easy".into())),
        wrong_moves: wrong_moves.into(),
        ..Default::default()
    }
}

async fn begin(house: &House, who: Badge, problem: &Problem) -> Match {
    let request = to_solve(&problem.id, WrongMoves::TakeBack);
    house.matches(who).await.start_match(request).await.unwrap().into_inner().r#match.unwrap()
}

async fn play(house: &House, who: Badge, game: &Match, text: &str) -> PlayMoveResponse {
    let request = PlayMoveRequest { match_id: game.id.clone(), r#move: text.into(), ..Default::default() };
    house.matches(who).await.play_move(request).await.unwrap().into_inner()
}

async fn solve(house: &House, who: Badge, problem: &Problem) {
    let game = begin(house, who.clone(), problem).await;
    let ended = play(house, who, &game, &key(&problem.position)).await.r#match.unwrap();
    assert_eq!((ended.state(), ended.winner()), (MatchState::Finished, Winner::First));
}

/// Lets somebody solve what is open.
async fn solve_daily(house: &House, who: &str) {
    let problem = open(house, who).await.problem.expect("a problem");
    solve(house, member(who), &problem).await;
}

fn names(entries: &[DailyEntry]) -> Vec<&str> {
    entries.iter().map(|entry| entry.profile.as_ref().unwrap().name.as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_none_and_who_does_not_belong_are_told_so() {
    let house = House::open().await;
    try_daily(&house, member("ana")).await.refused(Code::NotFound, "NO_DAILY");
    try_daily(&house, stranger("eve")).await.refused(Code::InvalidArgument, "BAD_COMMUNITY");
    let there = Community { provider: "discord".into(), external_id: HERE.into() };
    let mut eve = house.rankings(member_of("eve", "elsewhere")).await;
    let request = GetDailyRequest { community: Some(there), ..Default::default() };
    eve.get_daily(request).await.refused(Code::PermissionDenied, "NOT_A_MEMBER");
}
