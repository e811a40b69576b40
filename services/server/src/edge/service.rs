use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use http::{HeaderValue, Request, Response};
use tablero_store::Store;
use tokio::sync::Semaphore;
use tonic::body::Body;
use tonic::{Code, Status};
use tower::{Layer, Service};
use tracing::{Instrument, info, info_span};

use super::call::{Call, REQUEST_ID};
use super::credentials::{Credentials, ServiceKey, service};
use crate::error::{Error, Result};
use crate::options::ServerOptions;

/// What everybody may call. All else of ours needs a person; what is not ours (health, reflection) is let through.
const OPEN: [&str; 4] = [
    "/tablero.v1.ProfileService/CreateProfile",
    "/tablero.v1.ProfileService/LogIn",
    "/tablero.v1.ProfileService/GetProfile",
    "/tablero.v1.MatchService/ListGames",
];

/// What services call for themselves, without a person.
const FOR_SERVICES: [&str; 2] =
    ["/tablero.v1.RankingService/WatchPosts", "/tablero.v1.RankingService/ReportPost"];

/// Puts the edge around the services.
#[derive(Debug, Clone)]
pub(crate) struct EdgeLayer(Arc<Gate>);

#[derive(Debug)]
struct Gate {
    store: Store,
    service_key: ServiceKey,
    places: Arc<Semaphore>,
    longest: Duration,
    behind_proxy: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct Edge<S> {
    gate: Arc<Gate>,
    inner: S,
}

impl EdgeLayer {
    pub(crate) fn new(store: Store, options: &ServerOptions) -> EdgeLayer {
        EdgeLayer(Arc::new(Gate {
            store,
            service_key: ServiceKey::new(options.service_key.as_ref()),
            places: Arc::new(Semaphore::new(options.max_calls as usize)),
            longest: Duration::from_millis(options.deadline_ms.into()),
            behind_proxy: options.behind_proxy,
        }))
    }
}

impl<S> Layer<S> for EdgeLayer {
    type Service = Edge<S>;
    fn layer(&self, inner: S) -> Edge<S> {
        Edge { gate: self.0.clone(), inner }
    }
}

type Answer = std::result::Result<Response<Body>, Infallible>;

impl<S> Service<Request<Body>> for Edge<S>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Answer> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<std::result::Result<(), Infallible>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        // The clone stays behind for the next call; the one that said it is ready serves this one.
        let next = self.inner.clone();
        let mut inner = std::mem::replace(&mut self.inner, next);
        if !request.uri().path().starts_with("/tablero.") {
            return Box::pin(inner.call(request));
        }
        let gate = self.gate.clone();
        let call = Call::arriving(&request, gate.longest, gate.behind_proxy);
        let method = request.uri().path().trim_start_matches('/').to_owned();
        let span = info_span!("call", id = call.id, method);
        Box::pin(
            async move {
                let arrived = Instant::now();
                let id = HeaderValue::from_str(&call.id).expect("a request id is visible ASCII");
                let deadline = call.deadline;
                let served = tokio::time::timeout_at(deadline.into(), gate.serve(call, request, inner));
                let mut response = match served.await {
                    Ok(Ok(response)) => response,
                    Ok(Err(error)) => Status::from(error).into_http(),
                    Err(_) => Status::from(Error::Late).into_http(),
                };
                response.headers_mut().insert(REQUEST_ID, id);
                note(method, &response, arrived.elapsed());
                Ok(response)
            }
            .instrument(span),
        )
    }
}

impl Gate {
    async fn serve<S>(
        &self,
        mut call: Call,
        mut request: Request<Body>,
        mut inner: S,
    ) -> Result<Response<Body>>
    where
        S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>,
    {
        let retry = Duration::from_secs(1);
        let _place = self.places.try_acquire().map_err(|_| Error::Overloaded { retry })?;
        let _running = Running::new();
        let for_services = FOR_SERVICES.contains(&request.uri().path());
        let service = if for_services { service(request.headers(), &self.service_key)? } else { None };
        if service.is_some() {
            call.service = service;
        } else if !OPEN.contains(&request.uri().path()) {
            let credentials = Credentials::read(request.headers(), &self.service_key)?;
            let mut db = self.store.lane(call.deadline).await?;
            let today = self.store.clock().now().date_naive();
            call.person = Some(Arc::new(credentials.person(&mut db, today).await?));
        }
        request.extensions_mut().insert(call);
        Ok(inner.call(request).await.unwrap_or_else(|never| match never {}))
    }
}

/// Counts the calls at work.
struct Running(metrics::Gauge);

impl Running {
    fn new() -> Running {
        let gauge = metrics::gauge!("tablero_calls_running");
        gauge.increment(1);
        Running(gauge)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.decrement(1);
    }
}

/// One line in the log and one count for every call.
fn note(method: String, response: &Response<Body>, elapsed: Duration) {
    let code = Status::from_header_map(response.headers()).map_or(Code::Ok, |status| status.code());
    // Whoever makes up methods shall not make up metrics.
    let method = if code == Code::Unimplemented { "unknown".into() } else { method };
    info!(?code, elapsed_ms = elapsed.as_secs_f64() * 1e3, "served");
    metrics::counter!("tablero_calls_total", "method" => method.clone(), "code" => format!("{code:?}"))
        .increment(1);
    metrics::histogram!("tablero_call_seconds", "method" => method).record(elapsed.as_secs_f64());
}
