//! A week in the life of two servers, one in Madrid and one in New York, with thirty people, over the night in which Madrid's clocks change.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use tablero_api::v1::*;
use tablero_sandbox::{Message, Person, permissions};
use tablero_tests::{Badge, Chat, mate_in_one};

use crate::boards::{PAUSE, posted};
use crate::seeing::{says, when};

/// The Monday on which it begins; on its Sunday, at one in the morning by UTC, Madrid's clocks go ahead.
const MONDAY: &str = "2027-03-22T00:00:00Z";
const PEOPLE: usize = 30;
/// The first so many are in the café; the last ones, from there on, in the lab: six are in both.
const IN_CAFE: usize = 20;
const FROM_LAB: usize = 14;

struct Week {
    chat: Chat,
    cafe: String,
    lab: String,
    monday: DateTime<Utc>,
}

impl Week {
    async fn begin() -> Week {
        let chat = Chat::open().await;
        for number in 0..32 {
            chat.problem(&mate_in_one(number), 1).await;
        }
        let [cafe, lab] = ["Chess Café", "Tablero Lab"].map(|name| chat.sandbox.guild(name).to_string());
        let week = Week { chat, cafe, lab, monday: MONDAY.parse().unwrap() };
        week.travel(0, -12.0);
        for number in 1..=PEOPLE {
            let mut here = Vec::new();
            here.extend((number <= IN_CAFE).then(|| week.in_cafe(number)));
            here.extend((number > FROM_LAB).then(|| week.in_lab(number)));
            for badge in here {
                week.chat.house.client(badge).await.get_my_profile(GetMyProfileRequest {}).await.unwrap();
            }
        }
        week
    }

    fn in_cafe(&self, number: usize) -> Badge {
        Badge::discord(&format!("9{number:03}"), &format!("m{number:02}")).in_community(&self.cafe)
    }

    fn in_lab(&self, number: usize) -> Badge {
        Badge::discord(&format!("9{number:03}"), &format!("m{number:02}")).in_community(&self.lab)
    }

    /// Lets time go by until so many hours, by UTC, into a day of the week, counted from 0.
    fn travel(&self, day: i64, hours: f64) {
        let to = self.monday + TimeDelta::days(day) + TimeDelta::seconds((hours * 3600.0) as i64);
        let now = self.chat.house.database.store.clock().now();
        self.chat.advance((to - now).to_std().unwrap_or_else(|_| panic!("it is {now} already, not {to}")));
    }

    async fn daily(&self, who: Badge) -> GetDailyResponse {
        let mut rankings = self.chat.house.rankings(who).await;
        let request = GetDailyRequest { without_last: true, ..Default::default() };
        rankings.get_daily(request).await.unwrap().into_inner()
    }

    /// Solves the daily problem of where somebody is, in private.
    async fn solve(&self, who: Badge) {
        let daily = self.daily(who.clone()).await.daily.expect("a daily problem is open");
        self.chat.house.solve(who, &daily.problem.unwrap().id, "Ra8").await;
    }

    /// The streak of somebody, and the best they ever had.
    async fn streak(&self, who: Badge) -> (u32, u32) {
        let streak = self.daily(who).await.streak.unwrap_or_default();
        (streak.days, streak.best_days)
    }

    /// Solves the first so many problems of a tourney.
    async fn compete(&self, who: Badge, tourney_id: &str, problems: u32) {
        let mut rankings = self.chat.house.rankings(who.clone()).await;
        let mut matches = self.chat.house.matches(who).await;
        for number in 1..=problems {
            let request = StartTourneyProblemRequest { tourney_id: tourney_id.into(), number };
            let begun = rankings.start_tourney_problem(request).await.unwrap().into_inner().r#match.unwrap();
            let play = PlayMoveRequest { match_id: begun.id, r#move: "Ra8".into(), ..Default::default() };
            matches.play_move(play).await.unwrap();
        }
    }

    async fn tourney_named(&self, who: Badge, title: &str) -> String {
        let mut rankings = self.chat.house.rankings(who).await;
        let all = rankings.list_tourneys(ListTourneysRequest::default()).await.unwrap().into_inner().tourneys;
        all.into_iter().find(|tourney| tourney.title == title).expect("the tourney").id
    }
}

/// Whether somebody of the crowd solves on a day.
fn feels_like_it(number: usize, day: i64) -> bool {
    !(number as i64 + day).rem_euclid(3).eq(&0)
}

async fn set_up(week: &Week) -> (Person, Person, Message) {
    let chat = &week.chat;
    for guild in ["Chess Café", "Tablero Lab"] {
        chat.sandbox.member_permissions(guild, "Carol", permissions::MEMBER | permissions::MANAGE_GUILD);
    }
    let (carol, lab) = (chat.person("Carol"), chat.person("Carol").in_guild("Tablero Lab"));
    let set = "/server set time_zone:Europe/Madrid hour:9 daily_channel:problems weekly_channel:leaderboard";
    says(&carol.command(set).await.message().text(), &["Europe/Madrid", "Daily problem: <#"]);
    let set = "/server set time_zone:America/New_York hour:20 daily_channel:games";
    says(&lab.command(set).await.message().text(), &["America/New_York", "Daily problem: <#"]);
    carol.command("/leaderboard pin by:problems solved when:this week channel:leaderboard").await;
    let board = posted(chat, "leaderboard", "Problems solved · this week").await;
    (carol, lab, board)
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_live_through_a_week() {
    let mut week = Week::begin().await;
    let (carol, lab, mut board) = set_up(&week).await;
    for day in 0..7 {
        // Nine o'clock in Madrid: an hour earlier by UTC once the clocks have changed.
        let nine = if day == 6 { 7.0 } else { 8.0 };
        if day > 0 {
            // The fourth gets up just in time for yesterday's; on Sunday the clocks have changed since it opened.
            week.travel(day, nine - 0.1);
            week.solve(week.in_cafe(4)).await;
        }
        week.travel(day, nine + 0.01);
        posted(&week.chat, "problems", &format!("Daily problem #{}", day + 1)).await;
        week.solve(week.in_cafe(1)).await;
        if day != 2 {
            week.solve(week.in_cafe(3)).await;
        }
        for number in (5..=IN_CAFE).filter(|number| feels_like_it(*number, day)) {
            week.solve(week.in_cafe(number)).await;
        }
        match day {
            1 => week.chat.restart_bot().await,
            2 => midweek_tourney(&week, &carol).await,
            3 => {
                assert!(week.chat.sandbox.delete_message(board.id));
                week.chat.advance(PAUSE);
                board = posted(&week.chat, "leaderboard", "Problems solved · this week").await;
                says(&board.text(), &["🥇 m07 · "]);
            }
            5 => clash(&week, &carol, &lab).await,
            _ => {}
        }
        // The second is a night owl: it is past midnight in Madrid, and still today's.
        week.travel(day, 23.4);
        week.solve(week.in_cafe(2)).await;
        // Eight in the evening in New York.
        week.travel(day + 1, 0.01);
        posted(&week.chat, "games", &format!("Daily problem #{}", day + 1)).await;
        for number in
            (21..=PEOPLE).filter(|number| *number == 21 || *number > 22 && feels_like_it(*number, day))
        {
            week.solve(week.in_lab(number)).await;
        }
        if day != 3 {
            week.solve(week.in_lab(22)).await;
        }
    }
    // Monday again: the fourth is in time for Sunday's, and everything is summed up.
    week.travel(7, 6.9);
    week.solve(week.in_cafe(4)).await;
    week.travel(7, 7.01);
    let end = posted(&week.chat, "problems", "Daily problem #7").await;
    assert!(end.pings.is_empty());
    posted(&week.chat, "problems", "Daily problem #8").await;
    for (number, streak) in [(1, (7, 7)), (2, (7, 7)), (3, (4, 4)), (4, (7, 7))] {
        assert_eq!(week.streak(week.in_cafe(number)).await, streak, "m{number:02}");
    }
    assert_eq!(week.streak(week.in_lab(21)).await, (7, 7));
    assert_eq!(week.streak(week.in_lab(22)).await, (3, 3));
    summed_up(&week, &board).await;
    // Who lets Monday's go by has no streak on Tuesday.
    week.travel(8, 7.01);
    posted(&week.chat, "problems", "Daily problem #9").await;
    assert_eq!(week.streak(week.in_cafe(1)).await, (0, 7));
    week.chat.close().await;
}

/// A tourney of the café's own, from its announcement to its podium.
async fn midweek_tourney(week: &Week, carol: &Person) {
    let made = carol
        .command("/tourney create title:Midweek minutes:60 starts_in:10 count:3 channel:leaderboard")
        .await;
    says(&made.message().text(), &["📣 **Midweek**"]);
    let post = posted(&week.chat, "leaderboard", "Midweek").await;
    week.chat.advance(Duration::from_secs(601));
    let post = when(&week.chat, &post, |text| text.contains("is running")).await;
    let id = week.tourney_named(week.in_cafe(1), "Midweek").await;
    for (number, problems) in [(7, 3), (8, 2), (9, 1)] {
        week.compete(week.in_cafe(number), &id, problems).await;
    }
    week.chat.advance(PAUSE);
    when(&week.chat, &post, |text| text.contains("🥇 m07 · 15 points")).await;
    week.chat.advance(Duration::from_secs(3600));
    let podium = posted(&week.chat, "leaderboard", "**Solutions**").await;
    says(&podium.text(), &["🥇 m07 · 15 points", "🥈 m08 · 10 points", "🥉 m09 · 5 points"]);
    assert!(podium.has_picture() && podium.pings.is_empty());
}

/// The café against the lab on the same problems.
async fn clash(week: &Week, carol: &Person, lab: &Person) {
    let against = &week.lab;
    let create = format!(
        "/tourney create title:Clash minutes:60 starts_in:10 count:2 channel:leaderboard against:{against}"
    );
    says(&carol.command(&create).await.message().text(), &["The other server is invited"]);
    let id = week.tourney_named(week.in_cafe(1), "Clash").await;
    let accepted = lab.at("games").command(&format!("/tourney accept tourney:{id}")).await;
    says(&accepted.message().text(), &["This server takes part"]);
    posted(&week.chat, "games", "Clash").await;
    week.chat.advance(Duration::from_secs(601));
    for (badge, problems) in [
        (week.in_cafe(1), 2),
        (week.in_cafe(5), 1),
        (week.in_lab(23), 2),
        (week.in_lab(24), 2),
        (week.in_lab(25), 1),
    ] {
        week.compete(badge, &id, problems).await;
    }
    week.chat.advance(Duration::from_secs(3600));
    let home = posted(&week.chat, "leaderboard", "wins!").await;
    says(&home.text(), &["🎉 **Tablero Lab** wins!", "🥇 m01 · 10 points"]);
    assert!(!home.text().contains("m23"), "a server sees its own people: {}", home.text());
    let away = posted(&week.chat, "games", "wins!").await;
    says(&away.text(), &["🎉 **Tablero Lab** wins!", "· 10 points"]);
    assert!(!away.text().contains("m01"), "{}", away.text());
}

async fn summed_up(week: &Week, board: &Message) {
    let summary = posted(&week.chat, "leaderboard", "The week from 2027-03-22 to 2027-03-28").await;
    says(&summary.text(), &["**Problems solved**", "🥇 m01 · "]);
    // The lab's own people are on none of the café's boards.
    for text in [summary.text(), summary.alt().to_owned()] {
        assert!((21..=PEOPLE).all(|number| !text.contains(&format!("m{number}"))), "{text}");
    }
    // A new week has begun; what was solved since midnight by UTC is in it.
    let anew = when(&week.chat, board, |text| text.contains("m04 · 1")).await;
    assert!(!anew.text().contains("m03"), "{}", anew.text());
}
