use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use secrecy::ExposeSecret;
use tablero_api::v1::FILE_DESCRIPTOR_SET;
use tablero_api::v1::match_service_server::MatchServiceServer;
use tablero_api::v1::picture_service_server::PictureServiceServer;
use tablero_api::v1::problem_service_server::ProblemServiceServer;
use tablero_api::v1::profile_service_server::ProfileServiceServer;
use tablero_api::v1::ranking_service_server::RankingServiceServer;
use tablero_api::v1::validation_service_server::ValidationServiceServer;
use tablero_store::Store;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;
use tonic::transport::server::TcpIncoming;
use tonic::transport::{Identity, ServerTlsConfig};
use tonic_health::server::HealthReporter;
use tower_http::cors::{AllowOrigin, Any, CorsLayer};
use tracing::{info, warn};

use crate::community::keep_calendar;
use crate::edge::EdgeLayer;
use crate::limits::Limits;
use crate::matches::Matches;
use crate::moderation::Administrators;
use crate::options::ServerOptions;
use crate::picture::{Eye, Press};
use crate::problem::{Problems, load_starter};
use crate::profile::{Passwords, Profiles};
use crate::ranking::Rankings;
use crate::rpc::{MatchRpc, PictureRpc, ProblemRpc, ProfileRpc, RankingRpc, ValidationRpc};
use crate::sweep::sweep;
use crate::work::Crew;

/// How long running calls may take to finish after the server was told to stop.
pub const GRACE: Duration = Duration::from_secs(10);
const SHORTEST_SERVICE_KEY: usize = 32;

/// A gRPC server that has its port, and waits to be run.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    tls: Option<Identity>,
    store: Store,
    options: ServerOptions,
}

#[derive(Debug, Error)]
pub enum ServeError {
    #[error("cannot listen on {address}")]
    Listen { address: SocketAddr, source: std::io::Error },
    #[error("cannot read {file}")]
    Tls { file: std::path::PathBuf, source: std::io::Error },
    #[error("the service key is too short: it needs at least {SHORTEST_SERVICE_KEY} characters")]
    WeakServiceKey,
    #[error("{0:?} is not an origin")]
    BadOrigin(String),
    #[error("the services could not be set up")]
    Setup(#[source] Box<dyn std::error::Error + Send + Sync>),
    #[error("the server failed")]
    Transport(#[from] tonic::transport::Error),
}

impl Server {
    /// Takes the port and reads the certificate. The schema of the store must be up to date.
    pub async fn bind(options: ServerOptions, store: Store) -> Result<Server, ServeError> {
        if options.service_key.as_ref().is_some_and(|key| key.expose_secret().len() < SHORTEST_SERVICE_KEY) {
            return Err(ServeError::WeakServiceKey);
        }
        let tls = match (&options.tls_cert, &options.tls_key) {
            (Some(cert), Some(key)) => Some(Identity::from_pem(read(cert).await?, read(key).await?)),
            _ => None,
        };
        let failed = |source| ServeError::Listen { address: options.listen, source };
        let listener = TcpListener::bind(options.listen).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        Ok(Server { listener, address, tls, store, options })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Whether it speaks TLS.
    pub fn is_tls(&self) -> bool {
        self.tls.is_some()
    }

    /// Serves until `stop` completes. Then new calls are refused, running ones get [`GRACE`] to finish.
    pub async fn run(self, stop: impl Future<Output = ()>) -> Result<(), ServeError> {
        let limits = Arc::new(Limits::new(&self.options.rates));
        let (health, health_service) = tonic_health::server::health_reporter();
        say(&health, false).await;
        let crew = Crew::new(&self.store, &self.options.work);
        let stopping = CancellationToken::new();
        let routes =
            routes(&self.store, &self.options, &limits, &crew, &stopping)?.add_service(health_service);
        let mut builder = tonic::transport::Server::builder()
            .accept_http1(true)
            .max_concurrent_streams(256)
            .http2_keepalive_interval(Some(Duration::from_secs(30)));
        if let Some(identity) = self.tls {
            builder = builder.tls_config(ServerTlsConfig::new().identity(identity))?;
        }
        let (drain, draining) = tokio::sync::oneshot::channel::<()>();
        let incoming = TcpIncoming::from(self.listener).with_nodelay(Some(true));
        let serving = builder
            .layer(cors(&self.options.web_origins)?)
            .layer(tonic_web::GrpcWebLayer::new())
            .layer(EdgeLayer::new(self.store.clone(), &self.options))
            .add_routes(routes)
            .serve_with_incoming_shutdown(incoming, async {
                // Dropped or sent: either way it is time to stop.
                draining.await.ok();
            });
        let mut background = tokio::task::JoinSet::new();
        background.spawn(sweep(self.store.clone(), limits));
        let (leave, leaving) = tokio::sync::oneshot::channel::<()>();
        let crew = Arc::new(crew);
        let working = tokio::spawn({
            let crew = crew.clone();
            async move { crew.run(async { leaving.await.ok().unwrap_or_default() }).await }
        });
        background.spawn(crew.events.clone().listen(self.store.clone()));
        background.spawn(keep_calendar(self.store.clone(), crew.events.clone()));
        if !self.options.no_starter {
            background.spawn(starter(self.store.clone()));
        }
        background.spawn(watch_health(self.store.clone(), health.clone()));
        tokio::pin!(serving);
        tokio::select! {
            ended = &mut serving => return Ok(ended?),
            () = stop => {}
        }
        say(&health, false).await;
        stopping.cancel();
        // It is gone only if serving has ended already.
        drain.send(()).ok();
        let finished = tokio::time::timeout(GRACE, &mut serving).await;
        // Dropped or sent, the worker gives back its jobs.
        leave.send(()).ok();
        working.await.ok();
        match finished {
            Ok(ended) => Ok(ended?),
            Err(_) => {
                warn!("some calls did not finish in time and are cut off");
                Ok(())
            }
        }
    }
}

fn routes(
    store: &Store,
    options: &ServerOptions,
    limits: &Arc<Limits>,
    crew: &Crew,
    stopping: &CancellationToken,
) -> Result<Routes, ServeError> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = options.password_threads.map_or(cores, usize::from).max(1);
    let administrators = Administrators::new(&options.administrators);
    let profiles = Profiles {
        store: store.clone(),
        passwords: Passwords::new(threads, options.password_queue.into()),
        limits: limits.clone(),
        session_days: options.session_days.into(),
        administrators: administrators.clone(),
    };
    let reflection = || {
        tonic_reflection::server::Builder::configure()
            .register_encoded_file_descriptor_set(FILE_DESCRIPTOR_SET)
            .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
    };
    let failed = |error: tonic_reflection::server::Error| ServeError::Setup(error.into());
    let most = options.max_message_bytes as usize;
    let problems = Problems {
        store: store.clone(),
        events: crew.events.clone(),
        brain: crew.brain.clone(),
        administrators: administrators.clone(),
    };
    let matches = Matches { store: store.clone(), events: crew.events.clone(), brain: crew.brain.clone() };
    let pictures = PictureRpc {
        problems: problems.clone(),
        matches: matches.clone(),
        press: Press::new(),
        eye: Eye::new(),
    };
    let rankings = Rankings {
        store: store.clone(),
        administrators,
        events: crew.events.clone(),
        brain: crew.brain.clone(),
        stopping: stopping.clone(),
    };
    let validation = ValidationRpc {
        thinkers: crew.thinkers.clone(),
        memory: options.work.memory(),
        store: store.clone(),
    };
    Ok(Routes::new(ProfileServiceServer::new(ProfileRpc(profiles)).max_decoding_message_size(most))
        .add_service(ProblemServiceServer::new(ProblemRpc(problems)).max_decoding_message_size(most))
        .add_service(MatchServiceServer::new(MatchRpc(matches.clone())).max_decoding_message_size(most))
        .add_service(RankingServiceServer::new(RankingRpc(rankings, matches)).max_decoding_message_size(most))
        .add_service(PictureServiceServer::new(pictures).max_decoding_message_size(most))
        .add_service(ValidationServiceServer::new(validation).max_decoding_message_size(most))
        .add_service(reflection().build_v1().map_err(failed)?)
        .add_service(reflection().build_v1alpha().map_err(failed)?))
}

fn cors(origins: &[String]) -> Result<CorsLayer, ServeError> {
    let layer = CorsLayer::new().allow_headers(Any).allow_methods([http::Method::POST]).expose_headers(Any);
    if origins.iter().any(|origin| origin == "*") {
        return Ok(layer.allow_origin(Any));
    }
    let origins =
        origins.iter().map(|origin| origin.parse().map_err(|_| ServeError::BadOrigin(origin.clone())));
    Ok(layer.allow_origin(AllowOrigin::list(origins.collect::<Result<Vec<_>, _>>()?)))
}

/// Loads our own problems, however often it takes.
async fn starter(store: Store) {
    while let Err(error) = load_starter(&store).await {
        warn!(?error, "cannot load our own problems; trying again");
        tokio::time::sleep(Duration::from_secs(5)).await;
    }
}

/// Keeps the health service truthful: we serve as long as the database answers.
async fn watch_health(store: Store, health: HealthReporter) {
    let mut ticks = tokio::time::interval(Duration::from_secs(2));
    let mut was_up = None;
    loop {
        ticks.tick().await;
        let up = store.lane(Instant::now() + Duration::from_secs(2)).await.is_ok();
        if was_up.replace(up) != Some(up) {
            say(&health, up).await;
            info!(up, "health");
        }
    }
}

async fn say(health: &HealthReporter, serving: bool) {
    use tonic_health::ServingStatus::{NotServing, Serving};
    let status = if serving { Serving } else { NotServing };
    for service in [
        "",
        "tablero.v1.ProfileService",
        "tablero.v1.ProblemService",
        "tablero.v1.MatchService",
        "tablero.v1.RankingService",
        "tablero.v1.PictureService",
        "tablero.v1.ValidationService",
    ] {
        health.set_service_status(service, status).await;
    }
}

async fn read(file: &std::path::Path) -> Result<Vec<u8>, ServeError> {
    tokio::fs::read(file).await.map_err(|source| ServeError::Tls { file: file.into(), source })
}
