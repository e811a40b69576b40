use std::sync::Arc;

use diesel::{ConnectionError, ConnectionResult};
use diesel_async::{AsyncPgConnection, SimpleAsyncConnection};
use rustls::ClientConfig;
use rustls_platform_verifier::BuilderVerifierExt;
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres::{Config, NoTls};
use tokio_postgres_rustls::MakeRustlsConnect;

/// Opens connections to one database, with TLS where its URL asks for it (`sslmode`, checked against the
/// certificates that this machine trusts).
#[derive(Clone)]
pub(crate) struct Connector {
    config: Config,
    tls: Option<MakeRustlsConnect>,
}

impl Connector {
    pub(crate) fn new(url: &str) -> ConnectionResult<Connector> {
        let mut config: Config = url.parse().map_err(bad_url)?;
        config.application_name("tablero");
        let local = config.get_hosts().iter().all(|host| matches!(host, Host::Unix(_)));
        let tls = match config.get_ssl_mode() {
            SslMode::Disable => None,
            _ if local => None,
            _ => Some(MakeRustlsConnect::new(client_config().map_err(bad_url)?)),
        };
        Ok(Connector { config, tls })
    }

    pub(crate) async fn connect(&self) -> ConnectionResult<AsyncPgConnection> {
        let mut connection = match &self.tls {
            Some(tls) => {
                let (client, driver) = self.config.connect(tls.clone()).await.map_err(refused)?;
                AsyncPgConnection::try_from_client_and_connection(client, driver).await?
            }
            None => {
                let (client, driver) = self.config.connect(NoTls).await.map_err(refused)?;
                AsyncPgConnection::try_from_client_and_connection(client, driver).await?
            }
        };
        connection
            .batch_execute("SET idle_in_transaction_session_timeout = '60s'")
            .await
            .map_err(ConnectionError::CouldntSetupConfiguration)?;
        Ok(connection)
    }

    /// Where the database is, without the password.
    pub(crate) fn place(&self) -> String {
        let hosts = self.config.get_hosts().iter().map(|host| match host {
            Host::Tcp(name) => name.clone(),
            Host::Unix(path) => path.display().to_string(),
        });
        let database = self.config.get_dbname().unwrap_or("the default database");
        format!("{database} at {}", hosts.collect::<Vec<_>>().join(", "))
    }
}

fn client_config() -> Result<ClientConfig, rustls::Error> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    Ok(ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_platform_verifier()?
        .with_no_client_auth())
}

fn bad_url(error: impl std::fmt::Display) -> ConnectionError {
    ConnectionError::InvalidConnectionUrl(error.to_string())
}

fn refused(error: tokio_postgres::Error) -> ConnectionError {
    let cause = std::error::Error::source(&error).map(|cause| format!(": {cause}")).unwrap_or_default();
    ConnectionError::BadConnection(format!("{error}{cause}"))
}
