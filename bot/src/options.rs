use clap::Args;
use secrecy::SecretString;

/// How the bot reaches Discord.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Discord")]
pub struct DiscordOptions {
    /// Token of the Discord application's bot user
    #[arg(long, env = "DISCORD_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    pub discord_token: Option<SecretString>,

    /// Where Discord's API is, if not at Discord: a sandbox's address
    #[arg(long, env = "TABLERO_DISCORD_URL", value_name = "URL")]
    pub discord_url: Option<String>,
}

/// How the bot reaches the server whose front end it is.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Server")]
pub struct ServerAddress {
    /// The gRPC server; `https` for TLS
    #[arg(long, env = "TABLERO_SERVER", value_name = "URL", default_value = "http://127.0.0.1:50051")]
    pub server: String,

    /// The secret by which the bot may act for its people, as the server has it
    #[arg(long, env = "TABLERO_SERVICE_KEY", value_name = "KEY", hide_env_values = true)]
    pub service_key: Option<SecretString>,
}
