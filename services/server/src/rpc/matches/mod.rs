mod games;
mod read;
mod simulation;
mod write;

pub(super) use write::{diagram, record};

use tablero_api::v1 as pb;
use tablero_api::v1::match_service_server::MatchService;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Request, Response, Status};

use super::{Answer, notation, read::id};
use crate::edge::Call;
use crate::matches::{MatchPageToken, Matches};

/// `tablero.v1.MatchService`.
#[derive(Debug)]
pub(crate) struct MatchRpc(pub(crate) Matches);

#[tonic::async_trait]
impl MatchService for MatchRpc {
    type WatchSimulationStream = ReceiverStream<Result<pb::WatchSimulationResponse, Status>>;
    type WatchMatchStream = ReceiverStream<Result<pb::WatchMatchResponse, Status>>;

    async fn list_games(&self, _: Request<pb::ListGamesRequest>) -> Answer<pb::ListGamesResponse> {
        Ok(Response::new(games::list()?))
    }

    async fn start_match(&self, request: Request<pb::StartMatchRequest>) -> Answer<pb::StartMatchResponse> {
        let call = Call::of(&request);
        let wanted = read::start(request.into_inner(), call.person()?)?;
        let seated = self.0.start(&call, call.person()?, &wanted).await?;
        Ok(Response::new(pb::StartMatchResponse { r#match: Some(write::record(&seated)) }))
    }

    async fn accept_match(
        &self,
        request: Request<pb::AcceptMatchRequest>,
    ) -> Answer<pb::AcceptMatchResponse> {
        let call = Call::of(&request);
        let id = id("match_id", &request.get_ref().match_id)?;
        let seated = self.0.accept(&call, call.person()?, id).await?;
        Ok(Response::new(pb::AcceptMatchResponse { r#match: Some(write::record(&seated)) }))
    }

    async fn decline_match(
        &self,
        request: Request<pb::DeclineMatchRequest>,
    ) -> Answer<pb::DeclineMatchResponse> {
        let call = Call::of(&request);
        let id = id("match_id", &request.get_ref().match_id)?;
        let seated = self.0.decline(&call, call.person()?, id).await?;
        Ok(Response::new(pb::DeclineMatchResponse { r#match: Some(write::record(&seated)) }))
    }

    async fn play_move(&self, request: Request<pb::PlayMoveRequest>) -> Answer<pb::PlayMoveResponse> {
        let call = Call::of(&request);
        let (id, wanted) = read::play(request.into_inner())?;
        let played = self.0.play(&call, call.person()?, id, &wanted).await?;
        Ok(Response::new(pb::PlayMoveResponse {
            r#match: Some(write::record(&played.seated)),
            taken_back: played.mistake.map(write::taken_back),
        }))
    }

    async fn get_hint(&self, request: Request<pb::GetHintRequest>) -> Answer<pb::GetHintResponse> {
        let call = Call::of(&request);
        let (id, step) = read::hint(request.get_ref())?;
        let hint = self.0.hint(&call, call.person()?, id, step).await?;
        Ok(Response::new(write::hint(hint)))
    }

    async fn abandon_match(
        &self,
        request: Request<pb::AbandonMatchRequest>,
    ) -> Answer<pb::AbandonMatchResponse> {
        let call = Call::of(&request);
        let id = id("match_id", &request.get_ref().match_id)?;
        let seated = self.0.abandon(&call, call.person()?, id).await?;
        Ok(Response::new(pb::AbandonMatchResponse { r#match: Some(write::record(&seated)) }))
    }

    async fn get_match(&self, request: Request<pb::GetMatchRequest>) -> Answer<pb::GetMatchResponse> {
        let call = Call::of(&request);
        let id = id("match_id", &request.get_ref().match_id)?;
        let seated = self.0.get(&call, call.person()?, id).await?;
        Ok(Response::new(pb::GetMatchResponse { r#match: Some(write::record(&seated)) }))
    }

    async fn list_matches(
        &self,
        request: Request<pb::ListMatchesRequest>,
    ) -> Answer<pb::ListMatchesResponse> {
        let call = Call::of(&request);
        let (scope, after, size) = read::list(request.get_ref())?;
        let (seated, next) = self.0.list(&call, call.person()?, scope, after, size).await?;
        Ok(Response::new(pb::ListMatchesResponse {
            matches: seated.iter().map(write::listed).collect(),
            next_page_token: next.as_ref().map(MatchPageToken::write).unwrap_or_default(),
        }))
    }

    async fn delete_match(
        &self,
        request: Request<pb::DeleteMatchRequest>,
    ) -> Answer<pb::DeleteMatchResponse> {
        let call = Call::of(&request);
        let id = id("match_id", &request.get_ref().match_id)?;
        self.0.delete(&call, call.person()?, id, request.get_ref().confirm).await?;
        Ok(Response::new(pb::DeleteMatchResponse {}))
    }

    async fn watch_match(&self, request: Request<pb::WatchMatchRequest>) -> Answer<Self::WatchMatchStream> {
        let call = Call::of(&request);
        let id = id("match_id", &request.get_ref().match_id)?;
        let after = i32::try_from(request.get_ref().after_ply).unwrap_or(i32::MAX);
        self.0.get(&call, call.person()?, id).await?;
        let (tell, mut news) = mpsc::channel(4);
        let (send, answers) = mpsc::channel(4);
        let matches = self.0.clone();
        tokio::spawn(async move { matches.watch(&call, id, after, tell).await });
        tokio::spawn(async move {
            while let Some(news) = news.recv().await {
                if send.send(news.map(write::news).map_err(Status::from)).await.is_err() {
                    return;
                }
            }
        });
        Ok(Response::new(ReceiverStream::new(answers)))
    }

    async fn start_simulation(
        &self,
        request: Request<pb::StartSimulationRequest>,
    ) -> Answer<pb::StartSimulationResponse> {
        let call = Call::of(&request);
        let wanted = simulation::read(request.into_inner(), call.person()?)?;
        let contest = self.0.start_simulation(&call, call.person()?, &wanted).await?;
        Ok(Response::new(pb::StartSimulationResponse { simulation: Some(simulation::write(contest)) }))
    }

    async fn get_simulation(
        &self,
        request: Request<pb::GetSimulationRequest>,
    ) -> Answer<pb::GetSimulationResponse> {
        let call = Call::of(&request);
        let id = id("simulation_id", &request.get_ref().simulation_id)?;
        let contest = self.0.simulation(&call, call.person()?, id).await?;
        Ok(Response::new(pb::GetSimulationResponse { simulation: Some(simulation::write(contest)) }))
    }

    async fn watch_simulation(
        &self,
        request: Request<pb::WatchSimulationRequest>,
    ) -> Answer<Self::WatchSimulationStream> {
        let call = Call::of(&request);
        let id = id("simulation_id", &request.get_ref().simulation_id)?;
        self.0.simulation(&call, call.person()?, id).await?;
        let (tell, mut news) = mpsc::channel(4);
        let (send, answers) = mpsc::channel(4);
        let matches = self.0.clone();
        tokio::spawn(async move { matches.watch_simulation(&call, id, tell).await });
        tokio::spawn(async move {
            while let Some(contest) = news.recv().await {
                let answer = contest.map(|contest| pb::WatchSimulationResponse {
                    simulation: Some(simulation::write(contest)),
                });
                if send.send(answer.map_err(Status::from)).await.is_err() {
                    return;
                }
            }
        });
        Ok(Response::new(ReceiverStream::new(answers)))
    }

    async fn cancel_simulation(
        &self,
        request: Request<pb::CancelSimulationRequest>,
    ) -> Answer<pb::CancelSimulationResponse> {
        let call = Call::of(&request);
        let id = id("simulation_id", &request.get_ref().simulation_id)?;
        let contest = self.0.cancel_simulation(&call, call.person()?, id).await?;
        Ok(Response::new(pb::CancelSimulationResponse { simulation: Some(simulation::write(contest)) }))
    }

    async fn get_match_notation(
        &self,
        request: Request<pb::GetMatchNotationRequest>,
    ) -> Answer<pb::GetMatchNotationResponse> {
        let call = Call::of(&request);
        let id = id("match_id", &request.get_ref().match_id)?;
        let notation = self.0.notation(&call, call.person()?, id).await?;
        Ok(Response::new(pb::GetMatchNotationResponse { notation: Some(notation::notation(notation)) }))
    }
}
