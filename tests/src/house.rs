use std::net::SocketAddr;
use std::time::Duration;

use clap::{Args, FromArgMatches};
use tablero_api::v1::match_service_client::MatchServiceClient;
use tablero_api::v1::picture_service_client::PictureServiceClient;
use tablero_api::v1::problem_service_client::ProblemServiceClient;
use tablero_api::v1::profile_service_client::ProfileServiceClient;
use tablero_api::v1::ranking_service_client::RankingServiceClient;
use tablero_api::v1::validation_service_client::ValidationServiceClient;
use tablero_api::v1::{CreateProfileRequest, LogInRequest};
use tablero_server::{Server, ServerOptions};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tonic::codegen::InterceptedService;
use tonic::metadata::{Ascii, Binary, MetadataValue};
use tonic::service::Interceptor;
use tonic::transport::{Channel, Endpoint};
use tonic::{Request, Status};

use crate::TestDatabase;

pub const SERVICE_KEY: &str = "the-service-key-of-all-the-tests";

/// A server in this process, on a database of its own.
#[derive(Debug)]
pub struct House {
    pub database: TestDatabase,
    pub address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    running: Option<JoinHandle<()>>,
}

/// A client that carries a badge with every call.
pub type Client = ProfileServiceClient<InterceptedService<Channel, Badge>>;

pub type ProblemClient = ProblemServiceClient<InterceptedService<Channel, Badge>>;
pub type MatchClient = MatchServiceClient<InterceptedService<Channel, Badge>>;
pub type PictureClient = PictureServiceClient<InterceptedService<Channel, Badge>>;
pub type RankingClient = RankingServiceClient<InterceptedService<Channel, Badge>>;
pub type ValidationClient = ValidationServiceClient<InterceptedService<Channel, Badge>>;

/// Who a client says it is.
#[derive(Debug, Clone, Default)]
pub struct Badge {
    token: Option<MetadataValue<Ascii>>,
    key: Option<MetadataValue<Ascii>>,
    identity: Option<[MetadataValue<Ascii>; 2]>,
    display_name: Option<MetadataValue<Binary>>,
    community: Option<MetadataValue<Ascii>>,
    community_name: Option<MetadataValue<Binary>>,
    manager: bool,
}

impl Badge {
    pub fn nobody() -> Badge {
        Badge::default()
    }

    pub fn token(token: &str) -> Badge {
        Badge { token: Some(format!("Bearer {token}").parse().expect("ASCII")), ..Badge::default() }
    }

    pub fn key(key: &str) -> Badge {
        Badge { key: Some(key.parse().expect("ASCII")), ..Badge::default() }
    }

    /// The bot, acting for a Discord user.
    pub fn discord(external_id: &str, display_name: &str) -> Badge {
        Badge::key(SERVICE_KEY).acting_for("discord", external_id, display_name)
    }

    pub fn acting_for(mut self, provider: &str, external_id: &str, display_name: &str) -> Badge {
        self.identity = Some([provider, external_id].map(|text| text.parse().expect("ASCII")));
        self.display_name = Some(MetadataValue::from_bytes(display_name.as_bytes()));
        self
    }

    /// In some place of the provider's.
    pub fn in_community(mut self, id: &str) -> Badge {
        self.community = Some(id.parse().expect("ASCII"));
        self
    }

    /// In some place of that name.
    pub fn in_named_community(self, id: &str, name: &str) -> Badge {
        Badge { community_name: Some(MetadataValue::from_bytes(name.as_bytes())), ..self.in_community(id) }
    }

    /// Who manages the place they are in.
    pub fn managing(self) -> Badge {
        Badge { manager: true, ..self }
    }

    pub fn and(self, other: Badge) -> Badge {
        Badge {
            token: self.token.or(other.token),
            key: self.key.or(other.key),
            identity: self.identity.or(other.identity),
            display_name: self.display_name.or(other.display_name),
            community: self.community.or(other.community),
            community_name: self.community_name.or(other.community_name),
            manager: self.manager || other.manager,
        }
    }
}

impl Interceptor for Badge {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        let metadata = request.metadata_mut();
        if let Some(token) = &self.token {
            metadata.insert("authorization", token.clone());
        }
        if let Some(key) = &self.key {
            metadata.insert("x-tablero-service-key", key.clone());
        }
        if let Some([provider, external_id]) = &self.identity {
            metadata.insert("x-tablero-provider", provider.clone());
            metadata.insert("x-tablero-external-id", external_id.clone());
        }
        if let Some(community) = &self.community {
            metadata.insert("x-tablero-community", community.clone());
        }
        if let Some(name) = &self.community_name {
            metadata.insert_bin("x-tablero-community-name-bin", name.clone());
        }
        if self.manager {
            metadata.insert("x-tablero-manager", MetadataValue::from_static("true"));
        }
        if let Some(name) = &self.display_name {
            metadata.insert_bin("x-tablero-display-name-bin", name.clone());
        }
        Ok(request)
    }
}

impl House {
    pub async fn open() -> House {
        House::with(|_| {}).await
    }

    pub async fn with(change: impl FnOnce(&mut ServerOptions)) -> House {
        House::on(TestDatabase::new().await, change).await
    }

    /// One more server on the same database.
    pub async fn beside(&self) -> House {
        self.beside_with(|_| {}).await
    }

    pub async fn beside_with(&self, change: impl FnOnce(&mut ServerOptions)) -> House {
        House::on(self.database.again(), change).await
    }

    /// A server on a database that is there already.
    pub async fn on(database: TestDatabase, change: impl FnOnce(&mut ServerOptions)) -> House {
        let parser = ServerOptions::augment_args(clap::Command::new("server"));
        let matches = parser.try_get_matches_from(["server"]).expect("every option has a default");
        let mut options = ServerOptions::from_arg_matches(&matches).expect("every option has a default");
        options.listen = ([127, 0, 0, 1], 0).into();
        options.service_key = Some(SERVICE_KEY.into());
        options.no_starter = true;
        change(&mut options);
        let server = Server::bind(options, database.store.clone()).await.expect("a free port");
        let address = server.address();
        let (stop, stopped) = oneshot::channel::<()>();
        let running = tokio::spawn(async move {
            let stopped = async {
                stopped.await.ok();
            };
            server.run(stopped).await.expect("the server runs");
        });
        House { database, address, stop: Some(stop), running: Some(running) }
    }

    pub async fn channel(&self) -> Channel {
        channel(self.address).await
    }

    pub async fn client(&self, badge: Badge) -> Client {
        ProfileServiceClient::with_interceptor(self.channel().await, badge)
    }

    pub async fn problems(&self, badge: Badge) -> ProblemClient {
        ProblemServiceClient::with_interceptor(self.channel().await, badge)
    }

    pub async fn matches(&self, badge: Badge) -> MatchClient {
        MatchServiceClient::with_interceptor(self.channel().await, badge)
    }

    pub async fn pictures(&self, badge: Badge) -> PictureClient {
        PictureServiceClient::with_interceptor(self.channel().await, badge)
    }

    pub async fn rankings(&self, badge: Badge) -> RankingClient {
        RankingServiceClient::with_interceptor(self.channel().await, badge)
    }

    pub async fn validation(&self, badge: Badge) -> ValidationClient {
        ValidationServiceClient::with_interceptor(self.channel().await, badge)
    }

    /// The badge of a new profile with a session.
    pub async fn badge(&self, name: &str) -> Badge {
        self.sign_up(name).await;
        Badge::token(&self.log_in(name).await)
    }

    /// Makes a profile; its password is [`House::PASSWORD`].
    pub async fn sign_up(&self, name: &str) -> tablero_api::v1::Profile {
        let request = CreateProfileRequest { name: name.into(), password: House::PASSWORD.into() };
        let mut nobody = self.client(Badge::nobody()).await;
        let response = nobody.create_profile(request).await.expect("a good name and password");
        response.into_inner().profile.expect("a profile")
    }

    /// The token of a new session.
    pub async fn log_in(&self, name: &str) -> String {
        let request =
            LogInRequest { name: name.into(), password: House::PASSWORD.into(), client: "test".into() };
        let mut nobody = self.client(Badge::nobody()).await;
        nobody.log_in(request).await.expect("the right password").into_inner().token
    }

    /// A new profile with a session.
    pub async fn person(&self, name: &str) -> Client {
        let badge = self.badge(name).await;
        self.client(badge).await
    }

    pub const PASSWORD: &str = "correct horse battery";

    /// Stops it as a signal would, and waits until it is down.
    pub async fn close(mut self) {
        self.stop.take().map(|stop| stop.send(()));
        if let Some(running) = self.running.take() {
            running.await.expect("the server stops");
        }
    }
}

/// The executable's own defaults, on a free port, with a service key, and changed as the test wants.
pub fn options(change: impl FnOnce(&mut ServerOptions)) -> ServerOptions {
    let parser = ServerOptions::augment_args(clap::Command::new("server"));
    let matches = parser.try_get_matches_from(["server"]).expect("every option has a default");
    let mut options = ServerOptions::from_arg_matches(&matches).expect("every option has a default");
    options.listen = ([127, 0, 0, 1], 0).into();
    options.service_key = Some(SERVICE_KEY.into());
    options.no_starter = true;
    change(&mut options);
    options
}

pub(crate) async fn channel(address: SocketAddr) -> Channel {
    let endpoint = Endpoint::from_shared(format!("http://{address}")).expect("an address");
    endpoint.connect_timeout(Duration::from_secs(5)).connect().await.expect("the server takes connections")
}

/// Calls any rpc by its path with an empty message, whatever its types.
pub async fn raw(channel: Channel, badge: Badge, path: &str) -> Result<(), Status> {
    let mut grpc = tonic::client::Grpc::new(InterceptedService::new(channel, badge));
    grpc.ready().await.expect("the channel is open");
    let path = path.parse().expect("a path");
    let codec = tonic_prost::ProstCodec::<(), ()>::default();
    grpc.unary(Request::new(()), path, codec).await.map(|_| ())
}
