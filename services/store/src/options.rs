use std::path::PathBuf;

use clap::Args;
use secrecy::{ExposeSecret, SecretString};

use crate::private::{Durability, PrivatePostgres, StartError};
use crate::{Store, StoreError};

/// Which database to keep things in.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Database")]
pub struct DatabaseOptions {
    /// Postgres to use, as postgres://user:password@host/database[?sslmode=require]. Without it Tablero keeps a
    /// private Postgres in its data folder
    #[arg(long, env = "DATABASE_URL", hide_env_values = true, value_name = "URL")]
    pub database_url: Option<SecretString>,

    /// Folder for the private Postgres [default: /var/lib/tablero for root, otherwise ~/.local/share/tablero]
    #[arg(long, env = "TABLERO_DATA", value_name = "FOLDER")]
    pub data: Option<PathBuf>,

    /// Folder with the Postgres programs (initdb, postgres) for the private Postgres, instead of searching for them
    #[arg(long, env = "TABLERO_PG_BIN", value_name = "FOLDER")]
    pub pg_bin: Option<PathBuf>,

    /// Connections to the database at most
    #[arg(long, env = "TABLERO_DATABASE_CONNECTIONS", value_name = "N", default_value_t = 16,
          value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub database_connections: u16,
}

/// An open database: somebody's Postgres, or our private one, which stops when this is dropped.
#[derive(Debug)]
pub struct Database {
    pub store: Store,
    private: Option<PrivatePostgres>,
}

impl DatabaseOptions {
    /// Opens the database, starting the private Postgres if no URL is given. Blocks for the seconds that takes.
    ///
    /// # Errors
    /// If the URL cannot be read, or the private Postgres does not start; the message says what to do.
    pub fn open_blocking(&self) -> Result<Database, OpenError> {
        let size = usize::from(self.database_connections);
        match &self.database_url {
            Some(url) => Ok(Database { store: Store::new(url.expose_secret(), size)?, private: None }),
            None => {
                let private =
                    PrivatePostgres::start(self.data.as_deref(), self.pg_bin.as_deref(), Durability::Safe)?;
                Ok(Database { store: Store::new(&private.url("tablero"), size)?, private: Some(private) })
            }
        }
    }
}

impl Database {
    pub fn private(&self) -> Option<&PrivatePostgres> {
        self.private.as_ref()
    }
}

#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("the database URL cannot be used")]
    Url(#[from] StoreError),
    #[error("the private Postgres did not start")]
    Private(#[from] StartError),
}
