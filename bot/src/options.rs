use clap::Args;
use secrecy::SecretString;

/// How the bot reaches Discord and the server.
#[derive(Debug, Clone, Args)]
pub struct BotOptions {
    /// Token of the Discord application's bot user
    #[arg(long, env = "DISCORD_TOKEN", hide_env_values = true)]
    pub discord_token: Option<SecretString>,

    /// Where Discord's API is, if not at Discord: a sandbox, for example http://127.0.0.1:8080
    #[arg(long, env = "TABLERO_DISCORD_URL", value_name = "URL")]
    pub discord_url: Option<String>,

    /// The gRPC server whose front end the bot is; `https` for TLS
    #[arg(long, env = "TABLERO_SERVER", value_name = "URL", default_value = "http://127.0.0.1:50051")]
    pub server: String,
}
