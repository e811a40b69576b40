use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;
use secrecy::SecretString;

/// How the gRPC server behaves.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Server")]
pub struct ServerOptions {
    /// Address and port for gRPC and gRPC-Web; port 0 takes a free one
    #[arg(long, env = "TABLERO_LISTEN", value_name = "ADDRESS", default_value = "127.0.0.1:50051")]
    pub listen: SocketAddr,

    /// Certificate chain (PEM) to serve TLS with
    #[arg(long, env = "TABLERO_TLS_CERT", value_name = "FILE", requires = "tls_key")]
    pub tls_cert: Option<PathBuf>,

    /// Private key (PEM) of the certificate
    #[arg(long, env = "TABLERO_TLS_KEY", value_name = "FILE", requires = "tls_cert")]
    pub tls_key: Option<PathBuf>,

    /// Secret of at least 32 characters by which the bot may act for the people it knows; without it nobody may
    #[arg(long, env = "TABLERO_SERVICE_KEY", hide_env_values = true, value_name = "KEY")]
    pub service_key: Option<SecretString>,

    /// Origins of web pages that may call over gRPC-Web, for example https://tablero.example; `*` for all
    #[arg(long, env = "TABLERO_WEB_ORIGINS", value_name = "ORIGIN", value_delimiter = ',')]
    pub web_origins: Vec<String>,

    /// Take the caller's address from the last entry of X-Forwarded-For; only behind a proxy that sets it
    #[arg(long, env = "TABLERO_BEHIND_PROXY")]
    pub behind_proxy: bool,

    /// Names of the profiles that may clear statistics, delete anybody's problems and take offensive names away, separated by
    /// commas; create these profiles first
    #[arg(long, env = "TABLERO_ADMINISTRATORS", value_name = "NAME", value_delimiter = ',')]
    pub administrators: Vec<String>,

    /// Calls at work at once; more are turned away with RESOURCE_EXHAUSTED
    #[arg(long, env = "TABLERO_MAX_CALLS", value_name = "N", default_value_t = 512)]
    pub max_calls: u32,

    /// Milliseconds a call may take at most; the caller's own deadline may be shorter
    #[arg(long, env = "TABLERO_DEADLINE_MS", value_name = "MS", default_value_t = 10_000)]
    pub deadline_ms: u32,

    /// Bytes of a request message at most
    #[arg(long, env = "TABLERO_MAX_MESSAGE_BYTES", value_name = "BYTES", default_value_t = 262_144)]
    pub max_message_bytes: u32,

    /// Days after which a session ends by itself
    #[arg(long, env = "TABLERO_SESSION_DAYS", value_name = "DAYS", default_value_t = 30,
          value_parser = clap::value_parser!(u16).range(1..=3650))]
    pub session_days: u16,

    /// Password hashes worked on at once, 19 MiB each [default: one for each core]
    #[arg(long, env = "TABLERO_PASSWORD_THREADS", value_name = "N")]
    pub password_threads: Option<u16>,

    /// Password hashes that may wait for their turn; more are turned away with RESOURCE_EXHAUSTED
    #[arg(long, env = "TABLERO_PASSWORD_QUEUE", value_name = "N", default_value_t = 32)]
    pub password_queue: u16,

    /// Do not load our own problems into an empty library
    #[arg(long, env = "TABLERO_NO_STARTER")]
    pub no_starter: bool,

    #[command(flatten)]
    pub rates: RateOptions,

    #[command(flatten)]
    pub work: WorkOptions,
}

/// How problems are validated.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Validation")]
pub struct WorkOptions {
    /// Threads that prove problems [default: one for each core]
    #[arg(long, env = "TABLERO_SOLVER_THREADS", value_name = "N")]
    pub solver_threads: Option<u16>,

    /// Memory for one proof, in MiB
    #[arg(long, env = "TABLERO_SOLVER_MEMORY_MB", value_name = "MIB", default_value_t = 256,
          value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub solver_memory_mb: u32,

    /// Milliseconds that the proof of a stored problem may take
    #[arg(long, env = "TABLERO_VALIDATION_MS", value_name = "MS", default_value_t = 60_000)]
    pub validation_ms: u32,

    /// Seconds after which another worker takes up the job of one that was killed
    #[arg(long, env = "TABLERO_LEASE_SECONDS", value_name = "S", default_value_t = 30,
          value_parser = clap::value_parser!(u16).range(1..=3600))]
    pub lease_seconds: u16,
}

impl WorkOptions {
    pub(crate) fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.solver_threads.map_or_else(cores, usize::from).max(1)
    }

    /// In bytes.
    pub(crate) fn memory(&self) -> usize {
        usize::try_from(self.solver_memory_mb).unwrap_or(usize::MAX).saturating_mul(1 << 20)
    }
}

/// How often a minute somebody may try; 0 is no limit. As many at once, then evenly spread.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Rate limits (a minute; 0 is no limit)")]
pub struct RateOptions {
    /// Log-ins, and other proofs of a password, for one profile
    #[arg(long, env = "TABLERO_LOG_INS_PER_ACCOUNT", value_name = "N", default_value_t = 10)]
    pub log_ins_per_account: u32,

    /// Log-ins from one address (IPv6: from one /64 network)
    #[arg(long, env = "TABLERO_LOG_INS_PER_ADDRESS", value_name = "N", default_value_t = 60)]
    pub log_ins_per_address: u32,

    /// Attempts to create a profile of one name
    #[arg(long, env = "TABLERO_CREATIONS_PER_NAME", value_name = "N", default_value_t = 10)]
    pub creations_per_name: u32,

    /// Profiles created from one address (IPv6: from one /64 network)
    #[arg(long, env = "TABLERO_CREATIONS_PER_ADDRESS", value_name = "N", default_value_t = 30)]
    pub creations_per_address: u32,
}
