use std::time::Duration;

use tablero_api::v1 as pb;
use tablero_api::v1::validate_response::What;
use tablero_api::v1::validation_service_server::ValidationService;
use tablero_store::Store;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::report;
use crate::edge::Call;
use crate::error::{Error, Fault, Result};
use crate::problem::{check_moves, find_game, too_long, unguarded_position};
use crate::prove::{Enquiry, Question};
use crate::spot::Spot;
use crate::think::Thinkers;

const DEFAULT_MS: u32 = 10_000;
const LONGEST_MS: u32 = 60_000;
/// Validations of one person, waiting or running.
const MOST: usize = 8;
const SIGN_EVERY: Duration = Duration::from_millis(500);

/// `tablero.v1.ValidationService`.
#[derive(Debug)]
pub(crate) struct ValidationRpc {
    pub(crate) thinkers: Thinkers,
    pub(crate) memory: usize,
    pub(crate) store: Store,
}

type Stream = ReceiverStream<std::result::Result<pb::ValidateResponse, Status>>;

#[tonic::async_trait]
impl ValidationService for ValidationRpc {
    type ValidateStream = Stream;

    async fn validate(
        &self,
        request: Request<pb::ValidateRequest>,
    ) -> std::result::Result<Response<Stream>, Status> {
        let call = Call::of(&request);
        let owner = call.person()?.profile.id;
        let question = read(request.into_inner(), self.memory)?;
        self.unguarded(&call, owner, &question.spot).await?;
        if self.thinkers.load(owner) >= MOST {
            return Err(Error::TooManyValidations.into());
        }
        let enquiry = Enquiry::ask(&self.thinkers, owner, question);
        let (send, answers) = mpsc::channel(4);
        tokio::spawn(follow(enquiry, send));
        Ok(Response::new(ReceiverStream::new(answers)))
    }
}

impl ValidationRpc {
    async fn unguarded(&self, call: &Call, owner: Uuid, spot: &Spot) -> Result<()> {
        let Some(game) = tablero_game::find(&spot.game) else { return Ok(()) };
        let mut db = self.store.lane(call.deadline).await?;
        let now = self.store.clock().now();
        unguarded_position(&mut db, game, &spot.rules, &spot.position, owner, now).await
    }
}

fn read(request: pb::ValidateRequest, memory: usize) -> Result<Question> {
    let mut faults = Vec::new();
    let game = find_game(&request.game, &request.rules).map_err(|more| faults.extend(more)).ok();
    faults.extend(too_long(&request.position));
    let moves = check_moves(request.moves, game).map_err(|fault| faults.push(fault)).unwrap_or_default();
    if request.budget_ms > LONGEST_MS {
        let words = format!("a validation may take {LONGEST_MS} ms at most");
        faults.push(Fault::new("budget_ms", "BUDGET_TOO_LONG", words));
    }
    let Some(game) = game.filter(|_| faults.is_empty()) else {
        return Err(Error::Invalid(faults));
    };
    let budget_ms = if request.budget_ms == 0 { DEFAULT_MS } else { request.budget_ms };
    Ok(Question {
        spot: Spot { game: game.name.to_owned(), rules: request.rules, position: request.position },
        moves,
        budget: Duration::from_millis(budget_ms.into()),
        full_tree: request.full_tree,
        memory,
    })
}

/// Passes on signs of life and the answer. Ends, and the thinking with it, when the caller goes away.
async fn follow(mut enquiry: Enquiry, send: mpsc::Sender<std::result::Result<pb::ValidateResponse, Status>>) {
    let mut progress = enquiry.progress.clone();
    let mut sign = tokio::time::interval(SIGN_EVERY);
    loop {
        let what = tokio::select! {
            () = send.closed() => return,
            found = enquiry.found() => {
                let answer = match found {
                    Some(finding) => Ok(What::Report(report::write_finding(&finding))),
                    None => Err(Status::from(Error::Stopping)),
                };
                // The caller may have left just now.
                send.send(answer.map(|what| pb::ValidateResponse { what: Some(what) })).await.ok();
                return;
            }
            _ = sign.tick() => {
                let waiting = pb::ValidationProgress { waiting: true, ..Default::default() };
                What::Progress(progress.borrow_and_update().as_ref().map_or(waiting, report::progress))
            }
        };
        // A caller who does not read need not be told; the next sign will do.
        send.try_send(Ok(pb::ValidateResponse { what: Some(what) })).ok();
    }
}
