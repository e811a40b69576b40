mod boards;
mod read;
mod seen;

use tablero_api::v1 as pb;
use tablero_api::v1::draw_board_request::Board;
use tablero_api::v1::picture_service_server::PictureService;
use tablero_picture::Diagram;
use tonic::{Request, Response, Streaming};

use super::{Answer, read::id};
use crate::edge::Call;
use crate::error::{Error, Fault, Result};
use crate::matches::Matches;
use crate::picture::{Eye, Order, Press};
use crate::problem::Problems;

/// `tablero.v1.PictureService`.
#[derive(Debug)]
pub(crate) struct PictureRpc {
    pub(crate) problems: Problems,
    pub(crate) matches: Matches,
    pub(crate) press: Press,
    pub(crate) eye: Eye,
}

#[tonic::async_trait]
impl PictureService for PictureRpc {
    async fn draw_board(&self, request: Request<pb::DrawBoardRequest>) -> Answer<pb::DrawBoardResponse> {
        let call = Call::of(&request);
        let request = request.into_inner();
        let (style, mut faults) = read::style(&request);
        let boards = match self.boards(&call, &request).await {
            Ok(mut boards) => {
                faults.extend(read::annotate(&mut boards, &request));
                boards
            }
            Err(Error::Invalid(more)) => {
                faults.extend(more);
                Vec::new()
            }
            Err(other) => return Err(other.into()),
        };
        if !faults.is_empty() {
            return Err(Error::Invalid(faults).into());
        }
        let picture = self.press.draw(Order { boards, style, animated: request.animated }).await?;
        Ok(Response::new(pb::DrawBoardResponse {
            picture: picture.bytes.clone(),
            mime_type: picture.mime_type.to_owned(),
            alt_text: picture.alt_text.clone(),
        }))
    }

    async fn read_board(
        &self,
        request: Request<Streaming<pb::ReadBoardRequest>>,
    ) -> Answer<pb::ReadBoardResponse> {
        let seat = self.eye.sit(Call::of(&request).person()?.profile.id)?;
        let bytes = seen::gather(request.into_inner()).await?;
        let boards = seat.read(bytes).await?;
        Ok(Response::new(pb::ReadBoardResponse { boards: boards.iter().map(seen::board).collect() }))
    }
}

impl PictureRpc {
    /// What the caller wants to see, if they may: one board, or every board of a line.
    async fn boards(&self, call: &Call, request: &pb::DrawBoardRequest) -> Result<Vec<Diagram>> {
        let person = call.person()?;
        let mut boards = match &request.board {
            None => {
                let words = "say what to draw: a position, a problem or a match";
                return Err(Error::Invalid(vec![Fault::new("board", "NO_BOARD", words)]));
            }
            Some(Board::Position(position)) => boards::position(position, read::language(&request.language))?,
            Some(Board::ProblemId(raw)) => {
                let listed = self.problems.get(call, person, id("problem_id", raw)?).await?;
                vec![boards::problem(&listed.problem)?]
            }
            Some(Board::MatchId(raw)) => {
                let seated = self.matches.get(call, person, id("match_id", raw)?).await?;
                boards::record(&seated.record, request.animated)?
            }
        };
        if !request.animated {
            boards.drain(..boards.len() - 1);
        }
        Ok(boards)
    }
}
