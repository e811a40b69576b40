//! From a request to its answer: authorise, judge, do, judge the answer, write down.

use std::sync::Arc;

use axum::extract::{Request as HttpRequest, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::routes::Route;
use super::{Call, Outcome, Refusal, Success};
use crate::faults::Faults;
use crate::oracle::Opinion;
use crate::shared::Shared;
use crate::world::{Planned, Request};

pub(crate) async fn handle(State(shared): State<Arc<Shared>>, request: HttpRequest) -> Response {
    let Some(mut call) = Call::head(&request) else {
        let address = request.uri().path().to_owned();
        shared.write(|world| world.journal.complain(format!("nothing is served at {address}")));
        return reply(404, Some(&json!({"message": "404: Not Found", "code": 0})));
    };
    let body = call.read_body(request).await;
    if let Some(planned) = shared.write(|world| world.journal.planned_for(&call.path)) {
        write_down(&shared, &call, planned.status, &planned.body);
        return planned_reply(planned);
    }
    let outcome = match body {
        Ok(()) => answer(&shared, &call),
        Err(refusal) => Err(refusal),
    };
    let (status, answer) = match outcome {
        Ok(Success::Ok(value)) => (200, Some(value)),
        Ok(Success::Created(value)) => (201, Some(value)),
        Ok(Success::NoContent) => (204, None),
        Err(refusal) => {
            if refusal.blamed {
                let text = format!("{} {}: {}", call.method, call.path, refusal.body);
                shared.write(|world| world.journal.complain(text));
            }
            (refusal.status, Some(refusal.body))
        }
    };
    write_down(&shared, &call, status, answer.as_ref().unwrap_or(&Value::Null));
    judge_answer(&shared, &call, status, answer.as_ref());
    reply(status, answer.as_ref())
}

fn answer(shared: &Shared, call: &Call) -> Outcome {
    let route = Route::find(call);
    if !route.as_ref().is_some_and(Route::carries_its_own_token) {
        let wanted = shared.read(|world| format!("Bot {}", world.token));
        if call.authorization.as_deref() != Some(&wanted) {
            return Err(Refusal::unauthorized());
        }
    }
    let opinion = shared.oracle.as_ref().map(|it| it.judge_request(&call.method, &call.path, &call.body));
    let Some(route) = route else {
        let known = matches!(opinion, Some(Opinion::WrongMethod));
        return Err(if known { Refusal::wrong_method() } else { Refusal::no_such_route() });
    };
    let mut faults = route.judge(call);
    match opinion {
        Some(Opinion::Judged(found)) if faults.is_empty() => faults = found,
        Some(Opinion::UnknownPath) => return Err(Refusal::no_such_route()),
        Some(Opinion::WrongMethod) => return Err(Refusal::wrong_method()),
        Some(Opinion::Judged(_)) | None => {}
    }
    refuse(&faults)?;
    shared.write(|world| route.perform(world, call))
}

fn refuse(faults: &Faults) -> Result<(), Refusal> {
    if faults.is_empty() { Ok(()) } else { Err(Refusal::form(faults)) }
}

fn write_down(shared: &Shared, call: &Call, status: u16, answer: &Value) {
    let request = Request {
        method: call.method.clone(),
        path: call.path.clone(),
        query: call.query.clone(),
        body: call.body.clone(),
        files: call.files.iter().map(|file| file.filename.clone()).collect(),
        status,
        answer: answer.clone(),
    };
    shared.write(|world| world.journal.note(request));
}

fn judge_answer(shared: &Shared, call: &Call, status: u16, answer: Option<&Value>) {
    let Some(oracle) = &shared.oracle else { return };
    let found = oracle.judge_answer(&call.method, &call.path, status, answer.unwrap_or(&Value::Null));
    if !found.is_empty() {
        shared.write(|world| found.into_iter().for_each(|text| world.journal.complain(text)));
    }
}

fn reply(status: u16, answer: Option<&Value>) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    match answer {
        Some(answer) => {
            (status, [(header::CONTENT_TYPE, "application/json")], answer.to_string()).into_response()
        }
        None => status.into_response(),
    }
}

fn planned_reply(planned: Planned) -> Response {
    let mut response = reply(planned.status, Some(&planned.body));
    for (name, value) in planned.headers {
        if let (Ok(name), Ok(value)) = (name.parse::<HeaderName>(), value.parse::<HeaderValue>()) {
            response.headers_mut().insert(name, value);
        }
    }
    response
}
