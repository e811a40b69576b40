use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use tablero_api::v1 as pb;
use tablero_api::v1::ranking_service_server::RankingService;
use tablero_search::Rating;
use tablero_store::{Board, Period, Ranked, Standing};
use tonic::{Request, Response};
use uuid::Uuid;

use super::read::{id, page_size, page_token};
use super::{Answer, scores, write};
use crate::edge::Call;
use crate::error::{Error, Fault, Result};
use crate::ranking::Rankings;

/// `tablero.v1.RankingService`.
#[derive(Debug)]
pub(crate) struct RankingRpc(pub(crate) Rankings);

#[tonic::async_trait]
impl RankingService for RankingRpc {
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
        let board = board(&request)?;
        let ranking = self.0.page(&call, call.person()?, &board, behind, size).await?;
        Ok(Response::new(pb::GetLeaderboardResponse {
            entries: ranking.entries.into_iter().map(leaderboard_entry).collect(),
            next_page_token: token(ranking.next),
            around_me: ranking.around.into_iter().map(leaderboard_entry).collect(),
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
}

fn board(request: &pb::GetLeaderboardRequest) -> Result<Board> {
    let period = match request.period() {
        pb::Period::Unspecified | pb::Period::AllTime => Period::AllTime,
        pb::Period::Month => Period::Month,
        pb::Period::Week => Period::Week,
    };
    let board = match request.kind() {
        pb::LeaderboardKind::Unspecified | pb::LeaderboardKind::Rating => Board::by_rating(period),
        pb::LeaderboardKind::Solved => Board::by_solved(period),
        pb::LeaderboardKind::Streak => Board::by_streak(),
        pb::LeaderboardKind::Composer => Board::by_composer(),
    };
    match &request.community {
        None => Ok(board),
        Some(pb::Community { provider, external_id }) => {
            let fits = |text: &str, most: usize| (1..=most).contains(&text.len()) && !text.contains('\0');
            match fits(provider, 32) && fits(external_id, 64) {
                true => Ok(board.within(provider, external_id)),
                false => {
                    let words =
                        "a community has a provider of 1 to 32 and an external id of 1 to 64 characters";
                    Err(Error::Invalid(vec![Fault::new("community", "BAD_COMMUNITY", words)]))
                }
            }
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

fn leaderboard_entry((place, ranked): (i64, Ranked)) -> pb::LeaderboardEntry {
    pb::LeaderboardEntry {
        place: place.unsigned_abs(),
        value: ranked.value,
        deviation: ranked.extra,
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
