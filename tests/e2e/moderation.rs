//! Reports, what managers and administrators do about them, and the record of it.

use tablero_api::v1::new_seat::Who;
use tablero_api::v1::*;
use tablero_tests::{Badge, Expect, House};
use tonic::{Code, Status};

/// Mates in one: Ra8# and Qb8#.
const ONE: &str = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";
const OTHER: &str = "7k/8/6K1/8/8/8/8/1Q6 w - - 0 1";

fn badge(name: &str) -> Badge {
    Badge::discord(name, name)
}

fn member(name: &str) -> Badge {
    badge(name).in_community("cafe")
}

fn manager() -> Badge {
    member("boss").managing()
}

/// A house that `root` administers.
async fn open() -> House {
    House::with(|options| options.administrators = vec!["root".into()]).await
}

async fn compose(house: &House, author: &str, position: &str) -> String {
    let request = CreateProblemRequest { position: position.into(), moves: 1, ..Default::default() };
    let made = house.problems(badge(author)).await.create_problem(request).await.unwrap().into_inner();
    made.problem.unwrap().id
}

async fn get(house: &House, who: Badge, id: &str) -> Result<Problem, Status> {
    let request = GetProblemRequest { problem_id: id.into() };
    let answer = house.problems(who).await.get_problem(request).await?;
    Ok(answer.into_inner().problem.unwrap())
}

async fn listed(house: &House, who: Badge) -> Vec<String> {
    let answer = house.problems(who).await.list_problems(ListProblemsRequest::default()).await.unwrap();
    answer.into_inner().problems.into_iter().map(|problem| problem.id).collect()
}

async fn start(house: &House, who: Badge, id: &str) -> Result<Match, Status> {
    let seat = |who| Some(NewSeat { who: Some(who) });
    let request = StartMatchRequest {
        problem_id: id.into(),
        first: seat(Who::Me(true)),
        second: seat(Who::Machine("easy".into())),
        ..Default::default()
    };
    let answer = house.matches(who).await.start_match(request).await?;
    Ok(answer.into_inner().r#match.unwrap())
}

async fn solve(house: &House, who: Badge, id: &str) {
    let match_id = start(house, who.clone(), id).await.unwrap().id;
    let play = PlayMoveRequest { match_id, r#move: "Ra8".into(), ..Default::default() };
    house.matches(who).await.play_move(play).await.unwrap();
}

async fn report(house: &House, who: Badge, id: &str, reason: &str) -> Result<(), Status> {
    let request = ReportProblemRequest { problem_id: id.into(), reason: reason.into() };
    house.problems(who).await.report_problem(request).await.map(|_| ())
}

async fn reports(house: &House, who: Badge) -> Result<Vec<Report>, Status> {
    let answer = house.problems(who).await.list_reports(ListReportsRequest::default()).await?;
    Ok(answer.into_inner().reports)
}

async fn acts(house: &House, who: Badge) -> Result<Vec<Act>, Status> {
    let answer = house.problems(who).await.list_acts(ListActsRequest::default()).await?;
    Ok(answer.into_inner().acts)
}

fn hiding(id: &str) -> HideProblemRequest {
    HideProblemRequest { problem_id: id.into(), reason: "not for us".into(), ..Default::default() }
}

fn showing(id: &str) -> UnhideProblemRequest {
    UnhideProblemRequest { problem_id: id.into(), ..Default::default() }
}

async fn hide(house: &House, who: Badge, id: &str) -> Result<bool, Status> {
    house.problems(who).await.hide_problem(hiding(id)).await.map(|answer| answer.into_inner().changed)
}

async fn unhide(house: &House, who: Badge, id: &str) -> Result<bool, Status> {
    house.problems(who).await.unhide_problem(showing(id)).await.map(|answer| answer.into_inner().changed)
}

async fn id_of(house: &House, who: Badge) -> String {
    let answer = house.client(who).await.get_my_profile(GetMyProfileRequest {}).await.unwrap();
    answer.into_inner().profile.unwrap().profile.unwrap().id
}

async fn name_of(house: &House, id: &str) -> String {
    let request = GetProfileRequest { which: Some(get_profile_request::Which::Id(id.into())) };
    let answer = house.client(Badge::nobody()).await.get_profile(request).await.unwrap();
    answer.into_inner().profile.unwrap().name
}

fn cafe() -> Option<Community> {
    Some(Community { provider: "discord".into(), external_id: "cafe".into() })
}

async fn on_board(house: &House, community: Option<Community>) -> Vec<String> {
    let kind = LeaderboardKind::Solved.into();
    let request = GetLeaderboardRequest { kind, community, ..Default::default() };
    let answer = house.rankings(member("viewer")).await.get_leaderboard(request).await.unwrap();
    answer.into_inner().entries.into_iter().map(|entry| entry.profile.unwrap().name).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_reaches_administrators_and_the_managers_of_its_reporters_community() {
    let house = open().await;
    let root = house.badge("root").await;
    let id = compose(&house, "author", ONE).await;
    report(&house, member("ana"), &id, "  it is a copy ").await.unwrap();
    report(&house, badge("bob").in_community("lab"), &id, "rude title").await.unwrap();
    let told = reports(&house, root.clone()).await.unwrap();
    let said = |told: &[Report]| {
        let one = |report: &Report| (report.reporter.clone().unwrap().name, report.reason.clone());
        told.iter().map(one).collect::<Vec<_>>()
    };
    let (ana, bob) = (("ana".into(), "it is a copy".into()), ("bob".into(), "rude title".into()));
    assert_eq!(said(&told), [bob, ana]);
    assert_eq!(
        (told[0].problem_id.as_str(), told[0].moves, told[0].game.as_str()),
        (id.as_str(), 1, "chess")
    );
    assert_eq!(told[0].author.as_ref().unwrap().name, "author");
    assert_eq!(said(&reports(&house, manager()).await.unwrap()), [("ana".into(), "it is a copy".into())]);
    report(&house, member("ana"), &id, "it is a copy of mine").await.unwrap();
    let again = reports(&house, manager()).await.unwrap();
    assert_eq!(said(&again), [("ana".into(), "it is a copy of mine".into())]);
    assert!(!again[0].hidden);
    hide(&house, manager(), &id).await.unwrap();
    assert!(reports(&house, manager()).await.unwrap()[0].hidden);

    let mut problems = house.problems(root).await;
    let first = ListReportsRequest { page_size: 1, page_token: String::new() };
    let first = problems.list_reports(first).await.unwrap().into_inner();
    assert_eq!(first.reports[0].reason, "it is a copy of mine");
    let second = ListReportsRequest { page_size: 1, page_token: first.next_page_token };
    let second = problems.list_reports(second).await.unwrap().into_inner();
    assert_eq!((second.reports[0].reason.as_str(), second.next_page_token.as_str()), ("rude title", ""));
    let bad = ListReportsRequest { page_size: 101, page_token: "x".into() };
    problems.list_reports(bad).await.faulty(&["BAD_PAGE_SIZE", "BAD_PAGE_TOKEN"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_says_what_is_wrong_with_a_playable_problem() {
    let house = open().await;
    let id = compose(&house, "author", ONE).await;
    for reason in ["", "  \n ", &"x".repeat(301)] {
        report(&house, badge("ana"), &id, reason).await.faulty(&["BAD_REASON"]);
    }
    report(&house, badge("ana"), &id, &"ñ".repeat(300)).await.unwrap();
    report(&house, badge("ana"), "what", "x").await.faulty(&["BAD_ID"]);
    let unknown = "00000000-0000-4000-8000-00000000ffff";
    report(&house, badge("ana"), unknown, "x").await.refused(Code::NotFound, "PROBLEM_NOT_FOUND");
    let draft = CreateProblemRequest { position: OTHER.into(), moves: 1, draft: true, ..Default::default() };
    let mut problems = house.problems(badge("ana")).await;
    let draft = problems.create_problem(draft).await.unwrap().into_inner().problem.unwrap().id;
    report(&house, badge("bob"), &draft, "x").await.refused(Code::NotFound, "PROBLEM_NOT_FOUND");
    report(&house, badge("ana"), &draft, "x").await.refused(Code::FailedPrecondition, "PROBLEM_NOT_PLAYABLE");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hidden_problem_is_nowhere_in_its_community_and_everywhere_else() {
    let house = open().await;
    let (id, other) = (compose(&house, "author", ONE).await, compose(&house, "author", OTHER).await);
    assert!(hide(&house, manager(), &id).await.unwrap());
    assert!(!hide(&house, manager(), &id).await.unwrap(), "it is hidden already");
    assert_eq!(listed(&house, member("ana")).await, [other.as_str()]);
    get(&house, member("ana"), &id).await.refused(Code::NotFound, "PROBLEM_NOT_FOUND");
    start(&house, member("ana"), &id).await.refused(Code::NotFound, "PROBLEM_NOT_FOUND");
    report(&house, member("ana"), &id, "x").await.refused(Code::NotFound, "PROBLEM_NOT_FOUND");
    let suggest =
        SuggestProblemRequest { filter: Some(ProblemFilter { hidden: true, ..Default::default() }) };
    let mut here = house.problems(member("ana")).await;
    for _ in 0..8 {
        let suggested = here.suggest_problem(suggest.clone()).await.unwrap().into_inner().problem.unwrap();
        assert_eq!(suggested.id, other);
    }
    let mut lines = here.export_problems(ExportProblemsRequest::default()).await.unwrap().into_inner();
    let line = lines.message().await.unwrap().unwrap().line;
    assert!(line.contains(&other) && lines.message().await.unwrap().is_none());
    for elsewhere in [badge("ana"), badge("ana").in_community("lab"), house.badge("eve").await] {
        assert_eq!(listed(&house, elsewhere.clone()).await.len(), 2);
        assert!(!get(&house, elsewhere.clone(), &id).await.unwrap().hidden);
        start(&house, elsewhere, &id).await.unwrap();
    }

    for keeper in [badge("author").in_community("cafe"), manager()] {
        assert!(get(&house, keeper, &id).await.unwrap().hidden);
    }
    let hidden = ListProblemsRequest {
        filter: Some(ProblemFilter { hidden: true, ..Default::default() }),
        ..Default::default()
    };
    let only = house.problems(manager()).await.list_problems(hidden.clone()).await.unwrap().into_inner();
    assert_eq!(only.problems.iter().map(|problem| problem.id.as_str()).collect::<Vec<_>>(), [&id]);
    here.list_problems(hidden).await.refused(Code::PermissionDenied, "NOT_A_MANAGER");
    let mine = ListProblemsRequest {
        filter: Some(ProblemFilter { mine: true, ..Default::default() }),
        ..Default::default()
    };
    let mut author = house.problems(badge("author").in_community("cafe")).await;
    assert_eq!(author.list_problems(mine).await.unwrap().into_inner().problems.len(), 2);

    assert!(unhide(&house, manager(), &id).await.unwrap());
    assert!(!unhide(&house, manager(), &id).await.unwrap(), "it is shown already");
    assert_eq!(listed(&house, member("ana")).await.len(), 2);
    assert_eq!(acts(&house, manager()).await.unwrap().len(), 2, "what changed nothing is not recorded");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hidden_problem_is_no_problem_of_the_week_there() {
    let house = open().await;
    let id = compose(&house, "author", ONE).await;
    for name in ["ana", "bob", "eve"] {
        solve(&house, badge(name), &id).await;
        let vote = VoteProblemRequest { problem_id: id.clone(), stars: 5 };
        house.problems(badge(name)).await.vote_problem(vote).await.unwrap();
    }
    hide(&house, manager(), &id).await.unwrap();
    let of_the_week = async |who: Badge, community| {
        let request = GetProblemOfTheWeekRequest { community };
        house.problems(who).await.get_problem_of_the_week(request).await
    };
    of_the_week(member("ana"), None).await.refused(Code::NotFound, "NO_PROBLEM_OF_THE_WEEK");
    of_the_week(badge("ana"), cafe()).await.refused(Code::NotFound, "NO_PROBLEM_OF_THE_WEEK");
    of_the_week(badge("ana"), None).await.unwrap();
    of_the_week(badge("ana").in_community("lab"), None).await.unwrap();
    of_the_week(badge("ana"), Some(Community::default())).await.faulty(&["BAD_COMMUNITY"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_who_manages_a_community_moderates_it() {
    let house = open().await;
    let id = compose(&house, "author", ONE).await;
    let ana = id_of(&house, member("ana")).await;
    report(&house, member("ana"), &id, "x").await.unwrap();
    hide(&house, manager(), &id).await.unwrap();
    let before = acts(&house, manager()).await.unwrap();
    let stranger = house.badge("stranger").await;
    // What a session says of itself is not heeded: only a service knows who manages what.
    let pretender = house.badge("pretender").await.in_community("cafe").managing();
    let elsewhere = badge("chief").in_community("lab").managing();
    for who in [stranger, pretender, member("ana"), badge("chief").managing()] {
        let mut problems = house.problems(who.clone()).await;
        let mut rankings = house.rankings(who.clone()).await;
        let denied = (Code::PermissionDenied, "NOT_A_MANAGER");
        reports(&house, who.clone()).await.refused(denied.0, denied.1);
        acts(&house, who.clone()).await.refused(denied.0, denied.1);
        for community in [None, cafe()] {
            let request = HideProblemRequest { community: community.clone(), ..hiding(&id) };
            problems.hide_problem(request).await.refused(denied.0, denied.1);
            let request = UnhideProblemRequest { community: community.clone(), ..showing(&id) };
            problems.unhide_problem(request).await.refused(denied.0, denied.1);
            let request = HideMemberRequest {
                profile_id: ana.clone(),
                community: community.clone(),
                reason: "x".into(),
            };
            rankings.hide_member(request).await.refused(denied.0, denied.1);
            let request = UnhideMemberRequest { profile_id: ana.clone(), community, ..Default::default() };
            rankings.unhide_member(request).await.refused(denied.0, denied.1);
        }
    }
    // Who manages another community may do there what they like, and here nothing.
    let mut problems = house.problems(elsewhere.clone()).await;
    let mut rankings = house.rankings(elsewhere.clone()).await;
    let request = HideProblemRequest { community: cafe(), ..hiding(&id) };
    problems.hide_problem(request).await.refused(Code::PermissionDenied, "NOT_A_MANAGER");
    let request = UnhideProblemRequest { community: cafe(), ..showing(&id) };
    problems.unhide_problem(request).await.refused(Code::PermissionDenied, "NOT_A_MANAGER");
    let request = HideMemberRequest { profile_id: ana.clone(), community: cafe(), reason: "x".into() };
    rankings.hide_member(request).await.refused(Code::PermissionDenied, "NOT_A_MANAGER");
    let request = UnhideMemberRequest { profile_id: ana.clone(), community: cafe(), ..Default::default() };
    rankings.unhide_member(request).await.refused(Code::PermissionDenied, "NOT_A_MANAGER");
    let request = HideMemberRequest { profile_id: ana.clone(), reason: "x".into(), ..Default::default() };
    rankings.hide_member(request).await.refused(Code::NotFound, "PROFILE_NOT_FOUND");
    assert!(!unhide(&house, elsewhere.clone(), &id).await.unwrap());
    assert_eq!(reports(&house, elsewhere.clone()).await.unwrap(), []);
    assert_eq!(acts(&house, elsewhere).await.unwrap(), []);
    assert_eq!(acts(&house, manager()).await.unwrap(), before);
    assert!(get(&house, manager(), &id).await.unwrap().hidden);
    assert_eq!(on_board(&house, cafe()).await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_administrator_deletes_any_problem_and_says_why() {
    let house = open().await;
    let root = house.badge("root").await;
    let id = compose(&house, "author", ONE).await;
    let deleting = |reason: &str| DeleteProblemRequest { problem_id: id.clone(), reason: reason.into() };
    for who in [badge("eve"), manager(), house.badge("stranger").await] {
        let deleted = house.problems(who).await.delete_problem(deleting("because")).await;
        deleted.refused(Code::PermissionDenied, "NOT_THE_AUTHOR");
    }
    let mut problems = house.problems(root.clone()).await;
    for reason in ["", " ", &"x".repeat(301)] {
        problems.delete_problem(deleting(reason)).await.faulty(&["BAD_REASON"]);
    }
    problems.delete_problem(deleting("stolen from a book")).await.unwrap();
    get(&house, badge("author"), &id).await.refused(Code::NotFound, "PROBLEM_NOT_FOUND");
    problems.delete_problem(deleting("again")).await.refused(Code::NotFound, "PROBLEM_NOT_FOUND");
    let recorded = acts(&house, root.clone()).await.unwrap();
    assert_eq!(recorded.len(), 1);
    let act = &recorded[0];
    assert_eq!(
        (act.kind(), act.problem_id.as_str(), act.subject.as_str()),
        (ActKind::DeleteProblem, id.as_str(), ONE)
    );
    assert_eq!((act.reason.as_str(), act.community.as_ref()), ("stolen from a book", None));
    assert_eq!(act.actor.as_ref().unwrap().name, "root");
    assert!(act.act_time.is_some());

    let draft = CreateProblemRequest { position: OTHER.into(), moves: 1, draft: true, ..Default::default() };
    let mut author = house.problems(badge("author")).await;
    let draft = author.create_problem(draft).await.unwrap().into_inner().problem.unwrap().id;
    let request = DeleteProblemRequest { problem_id: draft, reason: "rude".into() };
    problems.delete_problem(request).await.unwrap();
    let own = CreateProblemRequest { position: OTHER.into(), moves: 1, ..Default::default() };
    let own = problems.create_problem(own).await.unwrap().into_inner().problem.unwrap().id;
    let request = DeleteProblemRequest { problem_id: own, ..Default::default() };
    problems.delete_problem(request).await.unwrap();
    assert_eq!(acts(&house, root).await.unwrap().len(), 2, "the own problem is no act");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offensive_name_becomes_a_neutral_one_and_nobody_can_have_it() {
    let house = open().await;
    let root = house.badge("root").await;
    let rude = house.badge("Rude").await;
    let (id, problem) = (id_of(&house, rude.clone()).await, compose(&house, "author", ONE).await);
    solve(&house, rude.clone(), &problem).await;
    let renaming =
        |id: &str, reason: &str| ModerateProfileRequest { profile_id: id.into(), reason: reason.into() };
    for who in [rude.clone(), manager(), member("ana"), house.badge("stranger").await] {
        let moderated = house.client(who).await.moderate_profile(renaming(&id, "x")).await;
        moderated.refused(Code::PermissionDenied, "NOT_AN_ADMINISTRATOR");
    }
    let mut admin = house.client(root.clone()).await;
    admin.moderate_profile(renaming(&id, "")).await.faulty(&["BAD_REASON"]);
    admin.moderate_profile(renaming("x", "x")).await.faulty(&["BAD_ID"]);
    let unknown = "00000000-0000-4000-8000-00000000ffff";
    admin.moderate_profile(renaming(unknown, "x")).await.refused(Code::NotFound, "PROFILE_NOT_FOUND");
    let own = id_of(&house, root.clone()).await;
    admin.moderate_profile(renaming(&own, "x")).await.refused(Code::FailedPrecondition, "IS_ADMINISTRATOR");

    let renamed = admin.moderate_profile(renaming(&id, "an insult")).await.unwrap().into_inner();
    let name = renamed.profile.unwrap().name;
    assert!(name.starts_with("Player-"), "{name}");
    assert_eq!(name_of(&house, &id).await, name);
    // The session lives on, and so does everything else.
    assert_eq!(id_of(&house, rude.clone()).await, id);
    assert_eq!(on_board(&house, None).await, [name]);
    let act = acts(&house, root).await.unwrap().remove(0);
    assert_eq!(
        (act.kind(), act.profile_id, act.subject.as_str()),
        (ActKind::RenameProfile, id.clone(), "Rude")
    );
    assert_eq!(act.reason, "an insult");

    let back = |name: &str| UpdateProfileRequest {
        update_mask: Some(prost_types::FieldMask { paths: vec!["name".into()] }),
        name: name.into(),
        ..Default::default()
    };
    let mut themselves = house.client(rude).await;
    themselves.update_profile(back("rUDE")).await.refused(Code::AlreadyExists, "NAME_TAKEN");
    let create = CreateProfileRequest { name: "Rude".into(), password: House::PASSWORD.into() };
    let created = house.client(Badge::nobody()).await.create_profile(create).await;
    created.refused(Code::AlreadyExists, "NAME_TAKEN");
    let newcomer = id_of(&house, Badge::discord("77", "Rude")).await;
    assert_eq!(name_of(&house, &newcomer).await, "player");
    themselves.update_profile(back("Polite")).await.unwrap();
    assert_eq!(name_of(&house, &id).await, "Polite");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_manager_takes_a_member_off_the_communitys_boards() {
    let house = open().await;
    let id = compose(&house, "author", ONE).await;
    for name in ["ana", "bob"] {
        solve(&house, member(name), &id).await;
    }
    let ana = id_of(&house, member("ana")).await;
    let mut rankings = house.rankings(manager()).await;
    let request = |reason: &str| HideMemberRequest {
        profile_id: ana.clone(),
        community: cafe(),
        reason: reason.into(),
    };
    rankings.hide_member(request("")).await.faulty(&["BAD_REASON"]);
    assert!(rankings.hide_member(request("a rude name")).await.unwrap().into_inner().changed);
    assert!(!rankings.hide_member(request("again")).await.unwrap().into_inner().changed);
    assert_eq!(on_board(&house, cafe()).await, ["bob"]);
    assert_eq!(on_board(&house, None).await.len(), 2);
    // It is not the member's own choice.
    let show = SetVisibilityRequest { community: cafe(), hidden: false };
    house.rankings(member("ana")).await.set_visibility(show).await.unwrap();
    assert_eq!(on_board(&house, cafe()).await, ["bob"]);
    let back = UnhideMemberRequest { profile_id: ana.clone(), ..Default::default() };
    assert!(rankings.unhide_member(back.clone()).await.unwrap().into_inner().changed);
    assert!(!rankings.unhide_member(back).await.unwrap().into_inner().changed);
    assert_eq!(on_board(&house, cafe()).await.len(), 2);
    let kinds: Vec<_> = acts(&house, manager()).await.unwrap().iter().map(Act::kind).collect();
    assert_eq!(kinds, [ActKind::UnhideMember, ActKind::HideMember]);
    let nobody = HideMemberRequest {
        profile_id: id_of(&house, badge("faraway")).await,
        reason: "x".into(),
        ..Default::default()
    };
    rankings.hide_member(nobody).await.refused(Code::NotFound, "PROFILE_NOT_FOUND");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_act_is_recorded_with_who_what_where_and_why() {
    let house = open().await;
    let root = house.badge("root").await;
    let id = compose(&house, "author", ONE).await;
    let chief = badge("chief").in_community("lab").managing();
    for who in [manager(), chief.clone()] {
        hide(&house, who.clone(), &id).await.unwrap();
        unhide(&house, who, &id).await.unwrap();
    }
    let all = acts(&house, root.clone()).await.unwrap();
    let told = |acts: &[Act]| {
        let one = |act: &Act| {
            let place = act.community.clone().unwrap().external_id;
            (act.actor.clone().unwrap().name, act.kind(), place, act.reason.clone())
        };
        acts.iter().map(one).collect::<Vec<_>>()
    };
    let row = |who: &str, kind, place: &str, why: &str| (who.into(), kind, place.into(), why.into());
    let (shown, hidden) = (ActKind::UnhideProblem, ActKind::HideProblem);
    let of_chief = [row("chief", shown, "lab", ""), row("chief", hidden, "lab", "not for us")];
    let of_boss = [row("boss", shown, "cafe", ""), row("boss", hidden, "cafe", "not for us")];
    assert_eq!(told(&all), [of_chief.clone(), of_boss.clone()].concat());
    assert!(all.iter().all(|act| act.problem_id == id && act.subject == ONE));
    assert_eq!(told(&acts(&house, chief).await.unwrap()), of_chief);
    assert_eq!(told(&acts(&house, manager()).await.unwrap()), of_boss);

    let mut problems = house.problems(root.clone()).await;
    let (mut token, mut seen) = (String::new(), Vec::new());
    loop {
        let request = ListActsRequest { page_size: 3, page_token: token };
        let page = problems.list_acts(request).await.unwrap().into_inner();
        seen.extend(page.acts);
        token = page.next_page_token;
        if token.is_empty() {
            break;
        }
    }
    assert_eq!(seen, all);
    let bad = ListActsRequest { page_size: 101, page_token: "x".into() };
    problems.list_acts(bad).await.faulty(&["BAD_PAGE_SIZE", "BAD_PAGE_TOKEN"]);
    let delete = DeleteProfileRequest { confirmation: "boss".into(), ..Default::default() };
    house.client(badge("boss")).await.delete_profile(delete).await.unwrap();
    let left = acts(&house, root).await.unwrap();
    assert_eq!((left.len(), left[3].actor.as_ref()), (4, None));
}
