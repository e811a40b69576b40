use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use tablero_api::v1 as pb;
use tablero_api::v1::ranking_service_server::RankingService;
use tablero_search::Rating;
use tablero_store::{Board, Ranked, Standing};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::read::{id, page_size, page_token};
use super::{Answer, community, daily, matches, scores, tourney, write};
use crate::edge::Call;
use crate::error::{Error, Result};
use crate::events::Event;
use crate::ladder::Rung;
use crate::matches::Matches;
use crate::moderation::reason;
use crate::ranking::Rankings;

/// `tablero.v1.RankingService`.
#[derive(Debug)]
pub(crate) struct RankingRpc(pub(crate) Rankings, pub(crate) Matches);

#[tonic::async_trait]
impl RankingService for RankingRpc {
    type WatchPostsStream = ReceiverStream<std::result::Result<pb::WatchPostsResponse, Status>>;

    async fn get_problem_ranking(
        &self,
        request: Request<pb::GetProblemRankingRequest>,
    ) -> Answer<pb::GetProblemRankingResponse> {
        let call = Call::of(&request);
        let request = request.into_inner();
        let problem = id("problem_id", &request.problem_id)?;
        let (behind, size) = page(&request.page_token, request.page_size)?;
        let author = self.0.author_of(&call, call.person()?, problem).await?;
        let board = match request.order() {
            pb::RankingOrder::Unspecified | pb::RankingOrder::Time => Board::by_time(problem),
            pb::RankingOrder::Errors => Board::by_errors(problem),
        };
        let ranking = self.0.page(&call, call.person()?, &board, behind, size).await?;
        let entry = |ranked| solve_entry(ranked, author);
        Ok(Response::new(pb::GetProblemRankingResponse {
            entries: ranking.entries.into_iter().map(entry).collect(),
            next_page_token: token(ranking.next),
            around_me: ranking.around.into_iter().map(entry).collect(),
        }))
    }

    async fn get_leaderboard(
        &self,
        request: Request<pb::GetLeaderboardRequest>,
    ) -> Answer<pb::GetLeaderboardResponse> {
        let call = Call::of(&request);
        let request = request.into_inner();
        let (behind, size) = page(&request.page_token, request.page_size)?;
        let (kind, period) = (request.kind(), request.period());
        let named = community::named(request.community)?;
        let ladder = community::ladder(kind, period, named.is_none());
        let (ranking, last) = self.0.leaderboard(&call, call.person()?, ladder, named, behind, size).await?;
        let entry = |(place, ranked): (i64, Ranked)| {
            let last_place = last.get(&ranked.profile_id).copied();
            community::rung(Rung { place, ranked, last_place })
        };
        Ok(Response::new(pb::GetLeaderboardResponse {
            entries: ranking.entries.into_iter().map(entry).collect(),
            next_page_token: token(ranking.next),
            around_me: ranking.around.into_iter().map(entry).collect(),
        }))
    }

    async fn get_standing(
        &self,
        request: Request<pb::GetStandingRequest>,
    ) -> Answer<pb::GetStandingResponse> {
        let call = Call::of(&request);
        let profile = match request.get_ref().profile_id.as_str() {
            "" => call.person()?.profile.id,
            text => id("profile_id", text)?,
        };
        let (profile, standing) = self.0.standing(&call, profile).await?;
        Ok(Response::new(standing_page(profile, standing)))
    }

    async fn get_score_table(
        &self,
        request: Request<pb::GetScoreTableRequest>,
    ) -> Answer<pb::GetScoreTableResponse> {
        let call = Call::of(&request);
        let request = request.into_inner();
        let (behind, size) = page(&request.page_token, request.page_size)?;
        let order = scores::order(request.order(), request.ascending);
        let table = self.0.scores(&call, call.person()?, &request.game, order, behind, size).await?;
        Ok(Response::new(pb::GetScoreTableResponse {
            next_page_token: token(table.next),
            entries: table.rows.into_iter().map(scores::entry).collect(),
            mine: table.mine.map(scores::entry),
        }))
    }

    async fn remove_from_score_table(
        &self,
        request: Request<pb::RemoveFromScoreTableRequest>,
    ) -> Answer<pb::RemoveFromScoreTableResponse> {
        let call = Call::of(&request);
        let request = request.into_inner();
        let person = call.person()?;
        let profile = match request.profile_id.as_str() {
            "" => person.profile.id,
            text => id("profile_id", text)?,
        };
        let removed = self.0.remove_scores(&call, person, &request.game, profile).await?;
        Ok(Response::new(pb::RemoveFromScoreTableResponse { removed }))
    }

    async fn reset_score_table(
        &self,
        request: Request<pb::ResetScoreTableRequest>,
    ) -> Answer<pb::ResetScoreTableResponse> {
        let call = Call::of(&request);
        let request = request.into_inner();
        let removed = self.0.reset_scores(&call, call.person()?, &request.game, request.confirm).await?;
        Ok(Response::new(pb::ResetScoreTableResponse { removed: write::count(removed) }))
    }

    async fn get_community(
        &self,
        request: Request<pb::GetCommunityRequest>,
    ) -> Answer<pb::GetCommunityResponse> {
        let call = Call::of(&request);
        let named = community::named(request.into_inner().community)?;
        let mut db = self.0.db(&call).await?;
        let (found, member) = self.0.community(&mut db, call.person()?, named).await?;
        let leaderboards = self.0.pinned(&mut db, &found).await?;
        let members = found.count_members(&mut db).await.map_err(Error::from)?;
        Ok(Response::new(pb::GetCommunityResponse {
            settings: Some(community::settings(&found)),
            next_daily_time: found.next_daily_at.map(write::time),
            next_week_time: found.next_week_at.map(write::time),
            community: Some(pb::Community { provider: found.provider, external_id: found.external_id }),
            name: found.name,
            member_count: number(members),
            hidden: member.hidden,
            leaderboards: leaderboards.into_iter().map(community::pinned).collect(),
        }))
    }

    async fn update_community(
        &self,
        request: Request<pb::UpdateCommunityRequest>,
    ) -> Answer<pb::UpdateCommunityResponse> {
        let call = Call::of(&request);
        let wish = community::change(request.into_inner())?;
        let changed = self.0.update_community(&call, call.person()?, &wish).await?;
        Ok(Response::new(pb::UpdateCommunityResponse {
            settings: Some(community::settings(&changed)),
            next_daily_time: changed.next_daily_at.map(write::time),
            next_week_time: changed.next_week_at.map(write::time),
        }))
    }

    async fn set_visibility(
        &self,
        request: Request<pb::SetVisibilityRequest>,
    ) -> Answer<pb::SetVisibilityResponse> {
        let call = Call::of(&request);
        let pb::SetVisibilityRequest { community, hidden } = request.into_inner();
        let named = community::named(community)?;
        self.0.set_visibility(&call, call.person()?, named, hidden).await?;
        Ok(Response::new(pb::SetVisibilityResponse {}))
    }

    async fn pin_leaderboard(
        &self,
        request: Request<pb::PinLeaderboardRequest>,
    ) -> Answer<pb::PinLeaderboardResponse> {
        let call = Call::of(&request);
        let request = request.into_inner();
        let ladder = community::ladder(request.kind(), request.period(), request.everyone);
        let pinned = self.0.pin(&call, call.person()?, &request.channel_id, ladder).await?;
        Ok(Response::new(pb::PinLeaderboardResponse { leaderboard: Some(community::pinned(pinned)) }))
    }

    async fn unpin_leaderboard(
        &self,
        request: Request<pb::UnpinLeaderboardRequest>,
    ) -> Answer<pb::UnpinLeaderboardResponse> {
        let call = Call::of(&request);
        let id = community::post_id(&request.get_ref().post_id)?;
        let pinned = self.0.unpin(&call, call.person()?, id).await?;
        Ok(Response::new(pb::UnpinLeaderboardResponse { leaderboard: Some(community::pinned(pinned)) }))
    }

    async fn get_week(&self, request: Request<pb::GetWeekRequest>) -> Answer<pb::GetWeekResponse> {
        let call = Call::of(&request);
        let request = request.into_inner();
        let day = community::day(&request.day)?;
        let named = community::named(request.community)?;
        let summary = self.0.week(&call, call.person()?, named, day).await?;
        Ok(Response::new(pb::GetWeekResponse { week: Some(community::week(summary)) }))
    }

    async fn watch_posts(&self, request: Request<pb::WatchPostsRequest>) -> Answer<Self::WatchPostsStream> {
        let call = Call::of(&request);
        call.service()?;
        let (send, answers) = mpsc::channel(1);
        let rankings = self.0.clone();
        tokio::spawn(async move {
            if let Err(error) = follow_posts(&rankings, &call, &send).await {
                // The front end may have left.
                send.send(Err(error.into())).await.ok();
            }
        });
        Ok(Response::new(ReceiverStream::new(answers)))
    }

    async fn report_post(&self, request: Request<pb::ReportPostRequest>) -> Answer<pb::ReportPostResponse> {
        let call = Call::of(&request);
        let request = request.into_inner();
        let id = community::post_id(&request.post_id)?;
        self.0.report_post(&call, call.service()?, id, &community::outcome(request)?).await?;
        Ok(Response::new(pb::ReportPostResponse {}))
    }

    async fn get_daily(&self, request: Request<pb::GetDailyRequest>) -> Answer<pb::GetDailyResponse> {
        let call = Call::of(&request);
        let person = call.person()?;
        let request = request.into_inner();
        let named = community::named(request.community)?;
        let mut today = self.0.daily(&call, person, named).await?;
        today.last = today.last.filter(|_| !request.without_last);
        Ok(Response::new(daily::today(&self.0, person.profile.id, today).await?))
    }

    async fn create_tourney(
        &self,
        request: Request<pb::CreateTourneyRequest>,
    ) -> Answer<pb::CreateTourneyResponse> {
        let call = Call::of(&request);
        call.person()?.managed()?;
        let wish = tourney::wish(request.into_inner())?;
        let view = self.0.create_tourney(&call, call.person()?, &wish).await?;
        Ok(Response::new(pb::CreateTourneyResponse { tourney: Some(tourney::tourney(&view)) }))
    }

    async fn cancel_tourney(
        &self,
        request: Request<pb::CancelTourneyRequest>,
    ) -> Answer<pb::CancelTourneyResponse> {
        let call = Call::of(&request);
        let id = id("tourney_id", &request.get_ref().tourney_id)?;
        let view = self.0.cancel_tourney(&call, call.person()?, id).await?;
        Ok(Response::new(pb::CancelTourneyResponse { tourney: Some(tourney::tourney(&view)) }))
    }

    async fn answer_tourney_invitation(
        &self,
        request: Request<pb::AnswerTourneyInvitationRequest>,
    ) -> Answer<pb::AnswerTourneyInvitationResponse> {
        let call = Call::of(&request);
        let request = request.into_inner();
        let id = id("tourney_id", &request.tourney_id)?;
        let channel = request.accept.then_some(request.channel_id.as_str());
        let view = self.0.answer_invitation(&call, call.person()?, id, channel).await?;
        let tourney = view.as_ref().map(tourney::tourney);
        Ok(Response::new(pb::AnswerTourneyInvitationResponse { tourney }))
    }

    async fn get_tourney(&self, request: Request<pb::GetTourneyRequest>) -> Answer<pb::GetTourneyResponse> {
        let call = Call::of(&request);
        let pb::GetTourneyRequest { tourney_id, community } = request.into_inner();
        let id = id("tourney_id", &tourney_id)?;
        let view = self.0.tourney(&call, call.person()?, id, community::named(community)?).await?;
        Ok(Response::new(pb::GetTourneyResponse { tourney: Some(tourney::tourney(&view)) }))
    }

    async fn list_tourneys(
        &self,
        request: Request<pb::ListTourneysRequest>,
    ) -> Answer<pb::ListTourneysResponse> {
        let call = Call::of(&request);
        let named = community::named(request.into_inner().community)?;
        let views = self.0.tourneys(&call, call.person()?, named).await?;
        let tourneys = views.iter().map(tourney::tourney).collect();
        Ok(Response::new(pb::ListTourneysResponse { tourneys }))
    }

    async fn start_tourney_problem(
        &self,
        request: Request<pb::StartTourneyProblemRequest>,
    ) -> Answer<pb::StartTourneyProblemResponse> {
        let call = Call::of(&request);
        let request = request.into_inner();
        let id = id("tourney_id", &request.tourney_id)?;
        let seated = self.1.start_tourney_problem(&call, call.person()?, id, request.number).await?;
        Ok(Response::new(pb::StartTourneyProblemResponse { r#match: Some(matches::record(&seated)) }))
    }

    async fn hide_member(&self, request: Request<pb::HideMemberRequest>) -> Answer<pb::HideMemberResponse> {
        let call = Call::of(&request);
        let request = request.into_inner();
        let (id, named) = (id("profile_id", &request.profile_id)?, community::named(request.community)?);
        let why = reason(&request.reason, true)?;
        let changed = self.0.set_member_hidden(&call, call.person()?, id, named.as_ref(), true, &why).await?;
        Ok(Response::new(pb::HideMemberResponse { changed }))
    }

    async fn unhide_member(
        &self,
        request: Request<pb::UnhideMemberRequest>,
    ) -> Answer<pb::UnhideMemberResponse> {
        let call = Call::of(&request);
        let request = request.into_inner();
        let (id, named) = (id("profile_id", &request.profile_id)?, community::named(request.community)?);
        let why = reason(&request.reason, false)?;
        let changed =
            self.0.set_member_hidden(&call, call.person()?, id, named.as_ref(), false, &why).await?;
        Ok(Response::new(pb::UnhideMemberResponse { changed }))
    }
}

/// How often to look for posts if nothing says so.
const LOOK_EVERY: TimeDelta = TimeDelta::seconds(30);

/// Tells of posts as they are due, until nobody listens any more.
async fn follow_posts(
    rankings: &Rankings,
    call: &Call,
    send: &mpsc::Sender<std::result::Result<pb::WatchPostsResponse, Status>>,
) -> Result<()> {
    let mut events = rankings.events.subscribe();
    loop {
        // Whoever is not listening must not have anything in hand.
        let Ok(place) = send.reserve().await else { return Ok(()) };
        if let Some(due) = rankings.take_post(&call.step(), call.service()?).await? {
            let post = due.post.clone();
            match community::post(rankings, due).await? {
                (_, true) => rankings.leave_post(&call.step(), &post).await?,
                (written, false) => place.send(Ok(pb::WatchPostsResponse { post: Some(written) })),
            }
            continue;
        }
        drop(place);
        let clock = rankings.store.clock();
        let latest = clock.now() + LOOK_EVERY;
        let next = rankings.next_post(&call.step(), call.service()?).await?;
        tokio::select! {
            () = send.closed() => return Ok(()),
            () = rankings.stopping.cancelled() => return Err(Error::Stopping),
            () = clock.until(next.map_or(latest, |next| next.min(latest))) => {}
            () = async { while !matches!(events.next().await, Event::Gap | Event::Post) {} } => {}
        }
    }
}

type Behind = Option<(i64, Uuid)>;

fn page(text: &str, size: u32) -> Result<(Behind, usize)> {
    let mut faults = Vec::new();
    let size = page_size(size, &mut faults);
    let behind = page_token(text, &mut faults, read_token);
    if faults.is_empty() { Ok((behind, size)) } else { Err(Error::Invalid(faults)) }
}

fn token(next: Behind) -> String {
    next.map(|(place, profile)| BASE64_URL_SAFE_NO_PAD.encode(format!("{place} {profile}")))
        .unwrap_or_default()
}

fn read_token(text: &str) -> Behind {
    let text = String::from_utf8(BASE64_URL_SAFE_NO_PAD.decode(text).ok()?).ok()?;
    let (place, profile) = text.split_once(' ')?;
    Some((place.parse().ok().filter(|place| (1..i64::MAX).contains(place))?, Uuid::try_parse(profile).ok()?))
}

fn solve_entry((place, ranked): (i64, Ranked), author: Uuid) -> pb::RankingEntry {
    pb::RankingEntry {
        place: place.unsigned_abs(),
        elapsed_ms: ranked.value as u64,
        errors: ranked.extra as u32,
        hinted: ranked.flag,
        is_author: ranked.profile_id == author,
        profile: Some(profile(ranked)),
    }
}

fn profile(ranked: Ranked) -> pb::Profile {
    pb::Profile {
        id: ranked.profile_id.to_string(),
        name: ranked.name,
        create_time: Some(write::time(ranked.created_at)),
    }
}

fn standing_page(profile: tablero_store::Profile, standing: Standing) -> pb::GetStandingResponse {
    let unknown = Rating::UNKNOWN;
    let (rating, deviation) = standing
        .rating
        .map_or((unknown.points, unknown.deviation), |rating| (rating.points, rating.deviation));
    pb::GetStandingResponse {
        profile: Some(write::profile(profile)),
        rating,
        deviation,
        history: standing
            .history
            .into_iter()
            .map(|point| pb::RatingPoint {
                time: Some(write::time(point.at)),
                rating: point.points,
                deviation: point.deviation,
            })
            .collect(),
        solved: standing
            .solved
            .into_iter()
            .map(|solved| pb::SolvedCount { moves: number(solved.moves.into()), count: number(solved.count) })
            .collect(),
        streak_days: number(standing.streak.days),
        best_streak_days: number(standing.streak.best),
        composed: standing
            .composed
            .into_iter()
            .map(|composed| pb::ComposedProblem {
                problem_id: composed.id.to_string(),
                title: composed.title,
                moves: number(composed.moves.into()),
                rating: composed.rating,
                play_count: composed.play_count.unsigned_abs(),
                solve_count: composed.solve_count.unsigned_abs(),
                quality: composed.quality,
                vote_count: composed.vote_count.unsigned_abs(),
            })
            .collect(),
        composer_rating: standing.composer.map_or(unknown.points, |composer| composer.points),
        rated_problems: standing.composer.map_or(0, |composer| composer.problems.unsigned_abs()),
    }
}

fn number(number: i64) -> u32 {
    u32::try_from(number).unwrap_or_default()
}
