mod read;
mod solution;
mod write;

pub(super) use read::filter as read_filter;
pub(super) use solution::solution;
pub(super) use write::told as told_problem;

use tablero_api::v1 as pb;
use tablero_api::v1::problem_service_server::ProblemService;
use tokio::sync::mpsc;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Request, Response, Status, Streaming};

use super::{Answer, community, moderation, notation, read::id};
use crate::edge::Call;
use crate::error::{Error, Fault, Result};
use crate::moderation::reason;
use crate::notation::of_solution;
use crate::problem::{Draft, PageToken, Problems, export_line, find_game, flaws, too_long};

/// Lines of one import.
const MOST_LINES: u32 = 10_000;
/// Problems that an export reads at once.
const PAGE: usize = 100;

/// `tablero.v1.ProblemService`.
#[derive(Debug)]
pub(crate) struct ProblemRpc(pub(crate) Problems);

type Answers<T> = ReceiverStream<std::result::Result<T, Status>>;

#[tonic::async_trait]
impl ProblemService for ProblemRpc {
    type WatchProblemStream = Answers<pb::WatchProblemResponse>;
    type ImportProblemsStream = Answers<pb::ImportProblemsResponse>;
    type ExportProblemsStream = Answers<pb::ExportProblemsResponse>;

    async fn create_problem(
        &self,
        request: Request<pb::CreateProblemRequest>,
    ) -> Answer<pb::CreateProblemResponse> {
        let call = Call::of(&request);
        let request = request.into_inner();
        let keep = request.draft;
        let draft = Draft::read(&read::new_problem(request))?;
        let problem = self.0.create(&call, call.person()?, &draft, keep).await?;
        Ok(Response::new(pb::CreateProblemResponse {
            problem: Some(write::problem(problem, call.person()?)),
        }))
    }

    async fn submit_problem(
        &self,
        request: Request<pb::SubmitProblemRequest>,
    ) -> Answer<pb::SubmitProblemResponse> {
        let call = Call::of(&request);
        let id = id("problem_id", &request.get_ref().problem_id)?;
        let problem = self.0.submit(&call, call.person()?, id).await?;
        Ok(Response::new(pb::SubmitProblemResponse {
            problem: Some(write::problem(problem, call.person()?)),
        }))
    }

    async fn update_problem(
        &self,
        request: Request<pb::UpdateProblemRequest>,
    ) -> Answer<pb::UpdateProblemResponse> {
        let call = Call::of(&request);
        let (id, revision, rule) = read::update(request.into_inner())?;
        let problem = self.0.update(&call, call.person()?, id, revision, rule).await?;
        Ok(Response::new(pb::UpdateProblemResponse {
            problem: Some(write::problem(problem, call.person()?)),
        }))
    }

    async fn delete_problem(
        &self,
        request: Request<pb::DeleteProblemRequest>,
    ) -> Answer<pb::DeleteProblemResponse> {
        let call = Call::of(&request);
        let id = id("problem_id", &request.get_ref().problem_id)?;
        self.0.delete(&call, call.person()?, id, &request.get_ref().reason).await?;
        Ok(Response::new(pb::DeleteProblemResponse {}))
    }

    async fn get_problem(&self, request: Request<pb::GetProblemRequest>) -> Answer<pb::GetProblemResponse> {
        let call = Call::of(&request);
        let id = id("problem_id", &request.get_ref().problem_id)?;
        let problem = self.0.get(&call, call.person()?, id).await?;
        Ok(Response::new(pb::GetProblemResponse { problem: Some(write::problem(problem, call.person()?)) }))
    }

    async fn suggest_problem(
        &self,
        request: Request<pb::SuggestProblemRequest>,
    ) -> Answer<pb::SuggestProblemResponse> {
        let call = Call::of(&request);
        let person = call.person()?;
        let filter = read::suggestion(request.into_inner(), person)?;
        let problem = self.0.suggest(&call, person, &filter).await?;
        Ok(Response::new(pb::SuggestProblemResponse { problem: Some(write::listed(problem, person)) }))
    }

    async fn get_solution(
        &self,
        request: Request<pb::GetSolutionRequest>,
    ) -> Answer<pb::GetSolutionResponse> {
        let call = Call::of(&request);
        let person = call.person()?;
        let id = id("problem_id", &request.get_ref().problem_id)?;
        let problem = self.0.explained(&call, person, id).await?;
        Ok(Response::new(solution::solution(&self.0.brain, person.profile.id, problem).await?))
    }

    async fn watch_problem(
        &self,
        request: Request<pb::WatchProblemRequest>,
    ) -> Answer<Self::WatchProblemStream> {
        let call = Call::of(&request);
        let id = id("problem_id", &request.get_ref().problem_id)?;
        self.0.get(&call, call.person()?, id).await?;
        let (tell, mut signs) = mpsc::channel(4);
        let (send, answers) = mpsc::channel(4);
        let problems = self.0.clone();
        let viewer = call.clone();
        tokio::spawn(async move { problems.watch(&viewer, id, tell).await });
        tokio::spawn(async move {
            while let Some(sign) = signs.recv().await {
                let answer = sign.and_then(|sign| write::sign(sign, call.person()?));
                if send.send(answer.map_err(Status::from)).await.is_err() {
                    return;
                }
            }
        });
        Ok(Response::new(ReceiverStream::new(answers)))
    }

    async fn list_problems(
        &self,
        request: Request<pb::ListProblemsRequest>,
    ) -> Answer<pb::ListProblemsResponse> {
        let call = Call::of(&request);
        let person = call.person()?;
        let read::List { filter, order, after, size } = read::list(request.into_inner(), person)?;
        let (listed, next) = self.0.list(&call, person, &filter, order, after, size).await?;
        Ok(Response::new(pb::ListProblemsResponse {
            problems: listed.into_iter().map(|listed| write::listed(listed, person)).collect(),
            next_page_token: next.as_ref().map(PageToken::write).unwrap_or_default(),
        }))
    }

    async fn edit_position(
        &self,
        request: Request<pb::EditPositionRequest>,
    ) -> Answer<pb::EditPositionResponse> {
        let request = request.into_inner();
        let edits = read::edits(request.edits)?;
        let mut faults: Vec<Fault> = too_long(&request.position).into_iter().collect();
        let game = find_game(&request.game, &request.rules).map_err(|more| faults.extend(more));
        let sketch = match game {
            Ok(game) if faults.is_empty() => game
                .sketch(&request.rules, &request.position, &edits)
                .map_err(|more| faults.extend(flaws(more))),
            _ => Err(()),
        };
        let sketch = sketch.map_err(|()| Error::Invalid(faults))?;
        Ok(Response::new(write::sketch(sketch)))
    }

    async fn import_problems(
        &self,
        request: Request<Streaming<pb::ImportProblemsRequest>>,
    ) -> Answer<Self::ImportProblemsStream> {
        let call = Call::of(&request);
        call.person()?;
        let (send, answers) = mpsc::channel(16);
        let problems = self.0.clone();
        tokio::spawn(async move {
            if let Err(status) = import(&problems, &call, request.into_inner(), &send).await {
                // The caller may have left.
                send.send(Err(status)).await.ok();
            }
        });
        Ok(Response::new(ReceiverStream::new(answers)))
    }

    async fn export_problems(
        &self,
        request: Request<pb::ExportProblemsRequest>,
    ) -> Answer<Self::ExportProblemsStream> {
        let call = Call::of(&request);
        let request = pb::ListProblemsRequest { filter: request.into_inner().filter, ..Default::default() };
        let list = read::list(request, call.person()?)?;
        let (send, answers) = mpsc::channel(16);
        let problems = self.0.clone();
        tokio::spawn(async move {
            if let Err(error) = export(&problems, &call, &list, &send).await {
                // The caller may have left.
                send.send(Err(error.into())).await.ok();
            }
        });
        Ok(Response::new(ReceiverStream::new(answers)))
    }

    async fn vote_problem(
        &self,
        request: Request<pb::VoteProblemRequest>,
    ) -> Answer<pb::VoteProblemResponse> {
        let call = Call::of(&request);
        let (problem, stars) = read::vote(request.get_ref())?;
        let problem = self.0.vote(&call, call.person()?, problem, stars).await?;
        Ok(Response::new(pb::VoteProblemResponse {
            quality: problem.quality,
            vote_count: problem.vote_count.unsigned_abs(),
        }))
    }

    async fn get_problem_of_the_week(
        &self,
        request: Request<pb::GetProblemOfTheWeekRequest>,
    ) -> Answer<pb::GetProblemOfTheWeekResponse> {
        let call = Call::of(&request);
        let person = call.person()?;
        let named = community::named(request.into_inner().community)?;
        let problem = self.0.of_the_week(&call, person, named).await?;
        Ok(Response::new(pb::GetProblemOfTheWeekResponse { problem: Some(write::listed(problem, person)) }))
    }

    async fn report_problem(
        &self,
        request: Request<pb::ReportProblemRequest>,
    ) -> Answer<pb::ReportProblemResponse> {
        let call = Call::of(&request);
        let request = request.into_inner();
        let (id, reason) = (id("problem_id", &request.problem_id)?, reason(&request.reason, true)?);
        self.0.report(&call, call.person()?, id, &reason).await?;
        Ok(Response::new(pb::ReportProblemResponse {}))
    }

    async fn list_reports(
        &self,
        request: Request<pb::ListReportsRequest>,
    ) -> Answer<pb::ListReportsResponse> {
        let call = Call::of(&request);
        let pb::ListReportsRequest { page_size, page_token } = request.into_inner();
        let (behind, size) = moderation::page(&page_token, page_size, moderation::read_report_token)?;
        let (reports, next) = self.0.reports(&call, call.person()?, behind, size).await?;
        Ok(Response::new(pb::ListReportsResponse {
            reports: reports.into_iter().map(moderation::report).collect(),
            next_page_token: moderation::report_token(next),
        }))
    }

    async fn hide_problem(
        &self,
        request: Request<pb::HideProblemRequest>,
    ) -> Answer<pb::HideProblemResponse> {
        let call = Call::of(&request);
        let request = request.into_inner();
        let (id, named) = (id("problem_id", &request.problem_id)?, community::named(request.community)?);
        let reason = reason(&request.reason, true)?;
        let changed = self.0.set_hidden(&call, call.person()?, id, named.as_ref(), true, &reason).await?;
        Ok(Response::new(pb::HideProblemResponse { changed }))
    }

    async fn unhide_problem(
        &self,
        request: Request<pb::UnhideProblemRequest>,
    ) -> Answer<pb::UnhideProblemResponse> {
        let call = Call::of(&request);
        let request = request.into_inner();
        let (id, named) = (id("problem_id", &request.problem_id)?, community::named(request.community)?);
        let reason = reason(&request.reason, false)?;
        let changed = self.0.set_hidden(&call, call.person()?, id, named.as_ref(), false, &reason).await?;
        Ok(Response::new(pb::UnhideProblemResponse { changed }))
    }

    async fn list_acts(&self, request: Request<pb::ListActsRequest>) -> Answer<pb::ListActsResponse> {
        let call = Call::of(&request);
        let pb::ListActsRequest { page_size, page_token } = request.into_inner();
        let (behind, size) = moderation::page(&page_token, page_size, moderation::read_act_token)?;
        let (acts, next) = self.0.acts(&call, call.person()?, behind, size).await?;
        Ok(Response::new(pb::ListActsResponse {
            acts: acts.into_iter().map(moderation::act).collect(),
            next_page_token: moderation::act_token(next),
        }))
    }

    async fn get_solution_notation(
        &self,
        request: Request<pb::GetSolutionNotationRequest>,
    ) -> Answer<pb::GetSolutionNotationResponse> {
        let call = Call::of(&request);
        let person = call.person()?;
        let id = id("problem_id", &request.get_ref().problem_id)?;
        let problem = self.0.explained(&call, person, id).await?;
        let author = self.0.get(&call, person, id).await?.author;
        let line = solution::solution(&self.0.brain, person.profile.id, problem.clone()).await?.line;
        let line: Vec<_> = line.into_iter().map(|play| (play.text, play.code)).collect();
        let notation = of_solution(&problem, &author, &line)?;
        Ok(Response::new(pb::GetSolutionNotationResponse { notation: Some(notation::notation(notation)) }))
    }
}

async fn import(
    problems: &Problems,
    call: &Call,
    mut lines: Streaming<pb::ImportProblemsRequest>,
    send: &mpsc::Sender<std::result::Result<pb::ImportProblemsResponse, Status>>,
) -> std::result::Result<(), Status> {
    let mut line_number = 0;
    while let Some(request) = lines.next().await {
        line_number += 1;
        if line_number > MOST_LINES {
            let words = format!("an import has at most {MOST_LINES} lines");
            return Err(Error::Invalid(vec![Fault::new("line", "TOO_MANY_LINES", words)]).into());
        }
        let imported = problems.import(&call.step(), call.person()?, &request?.line).await?;
        let answer = pb::ImportProblemsResponse { line_number, outcome: Some(write::imported(imported)) };
        if send.send(Ok(answer)).await.is_err() {
            return Ok(());
        }
    }
    Ok(())
}

async fn export(
    problems: &Problems,
    call: &Call,
    list: &read::List,
    send: &mpsc::Sender<std::result::Result<pb::ExportProblemsResponse, Status>>,
) -> Result<()> {
    let mut after = None;
    loop {
        let page = problems.list(&call.step(), call.person()?, &list.filter, list.order, after, PAGE).await?;
        // EPD knows no other game.
        for listed in page.0.iter().filter(|listed| listed.problem.game == "chess") {
            if send.send(Ok(pb::ExportProblemsResponse { line: export_line(listed) })).await.is_err() {
                return Ok(());
            }
        }
        match page.1 {
            Some(next) => after = Some(next),
            None => return Ok(()),
        }
    }
}
