use std::time::Duration;

use secrecy::{ExposeSecret, SecretString};
use tablero_api::v1::match_service_client::MatchServiceClient;
use tablero_api::v1::picture_service_client::PictureServiceClient;
use tablero_api::v1::problem_service_client::ProblemServiceClient;
use tablero_api::v1::profile_service_client::ProfileServiceClient;
use tablero_api::v1::ranking_service_client::RankingServiceClient;
use tablero_api::v1::validation_service_client::ValidationServiceClient;
use tonic::codegen::InterceptedService;
use tonic::metadata::{Ascii, Binary, MetadataValue};
use tonic::service::Interceptor;
use tonic::transport::{Channel, ClientTlsConfig, Endpoint};
use tonic::{Request, Status};

/// The name under which Discord's people are known to the server.
pub(crate) const PROVIDER: &str = "discord";

/// The server, as the front end that may act for its people.
#[derive(Debug, Clone)]
pub(crate) struct Api {
    channel: Channel,
    key: MetadataValue<Ascii>,
}

/// For whom a call is made.
#[derive(Debug, Clone)]
pub(crate) struct Identity {
    pub(crate) id: String,
    pub(crate) name: String,
    /// The Discord server they are in.
    pub(crate) community: Option<String>,
    /// What it is called.
    pub(crate) community_name: Option<String>,
    /// Whether they may manage it.
    pub(crate) manager: bool,
}

/// The services, called for one person.
#[derive(Debug, Clone)]
pub(crate) struct Desk {
    pub(crate) profiles: ProfileServiceClient<Calls>,
    pub(crate) problems: ProblemServiceClient<Calls>,
    pub(crate) matches: MatchServiceClient<Calls>,
    pub(crate) rankings: RankingServiceClient<Calls>,
    pub(crate) validation: ValidationServiceClient<Calls>,
    pub(crate) pictures: PictureServiceClient<Calls>,
}

type Calls = InterceptedService<Channel, Badge>;

#[derive(Debug, Clone)]
pub(crate) struct Badge {
    key: MetadataValue<Ascii>,
    id: MetadataValue<Ascii>,
    name: MetadataValue<Binary>,
    community: Option<MetadataValue<Ascii>>,
    community_name: Option<MetadataValue<Binary>>,
    manager: bool,
}

/// Who a call is made by that is for nobody.
#[derive(Debug, Clone)]
pub(crate) struct ServiceBadge(MetadataValue<Ascii>);

#[derive(Debug, thiserror::Error)]
pub enum BadServer {
    #[error("the server's address cannot be used: {0}")]
    Address(#[from] tonic::transport::Error),
    #[error("the service key has characters that no key has")]
    Key,
}

impl Api {
    /// Does not wait for the server: every call tries to reach it anew.
    pub(crate) fn new(address: &str, key: &SecretString) -> Result<Api, BadServer> {
        let mut endpoint = Endpoint::from_shared(address.to_owned())?
            .connect_timeout(Duration::from_secs(2))
            .http2_keep_alive_interval(Duration::from_secs(20))
            .keep_alive_while_idle(true)
            .tcp_nodelay(true);
        if address.starts_with("https") {
            endpoint = endpoint.tls_config(ClientTlsConfig::new().with_enabled_roots())?;
        }
        let key = key.expose_secret().parse().map_err(|_| BadServer::Key)?;
        Ok(Api { channel: endpoint.connect_lazy(), key })
    }

    /// What everybody may ask.
    pub(crate) fn games(&self) -> MatchServiceClient<Channel> {
        MatchServiceClient::new(self.channel.clone())
    }

    /// What shall be written in channels.
    pub(crate) fn posts(&self) -> RankingServiceClient<InterceptedService<Channel, ServiceBadge>> {
        let calls = InterceptedService::new(self.channel.clone(), ServiceBadge(self.key.clone()));
        RankingServiceClient::new(calls).max_decoding_message_size(16 << 20)
    }

    pub(crate) fn acting_for(&self, person: &Identity) -> Desk {
        let ascii = |text: &str| text.parse().ok();
        let badge = Badge {
            key: self.key.clone(),
            id: ascii(&person.id).unwrap_or_else(|| MetadataValue::from_static("?")),
            name: MetadataValue::from_bytes(person.name.as_bytes()),
            community: person.community.as_deref().and_then(ascii),
            community_name: person
                .community_name
                .as_deref()
                .map(|name| MetadataValue::from_bytes(name.as_bytes())),
            manager: person.manager,
        };
        let calls = InterceptedService::new(self.channel.clone(), badge);
        Desk {
            profiles: ProfileServiceClient::new(calls.clone()),
            problems: ProblemServiceClient::new(calls.clone()),
            matches: MatchServiceClient::new(calls.clone()),
            rankings: RankingServiceClient::new(calls.clone()),
            validation: ValidationServiceClient::new(calls.clone()),
            // A long animation is larger than what a client takes by default.
            pictures: PictureServiceClient::new(calls).max_decoding_message_size(16 << 20),
        }
    }
}

impl Interceptor for Badge {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        let metadata = request.metadata_mut();
        metadata.insert("x-tablero-service-key", self.key.clone());
        metadata.insert("x-tablero-provider", MetadataValue::from_static(PROVIDER));
        metadata.insert("x-tablero-external-id", self.id.clone());
        metadata.insert_bin("x-tablero-display-name-bin", self.name.clone());
        if let Some(community) = &self.community {
            metadata.insert("x-tablero-community", community.clone());
        }
        if let Some(name) = &self.community_name {
            metadata.insert_bin("x-tablero-community-name-bin", name.clone());
        }
        if self.manager {
            metadata.insert("x-tablero-manager", MetadataValue::from_static("true"));
        }
        Ok(request)
    }
}

impl Interceptor for ServiceBadge {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        let metadata = request.metadata_mut();
        metadata.insert("x-tablero-service-key", self.0.clone());
        metadata.insert("x-tablero-provider", MetadataValue::from_static(PROVIDER));
        Ok(request)
    }
}
