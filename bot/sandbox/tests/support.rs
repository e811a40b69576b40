//! Starting a sandbox, with or without a bot in it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serenity::gateway::ShardManager;
use tablero_sandbox::{Sandbox, SandboxOptions};
use tokio::task::JoinHandle;

use crate::bot;

/// Discord's API description, where this machine has it.
pub fn description() -> Option<PathBuf> {
    let given = std::env::var_os("TABLERO_SHARED").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|folder| folder.join("shared"));
    let found = given.into_iter().chain(beside).map(|shared| shared.join("discord/openapi.json"));
    found.into_iter().find(|file| file.is_file())
}

/// A sandbox with more patience than Discord, so that a busy machine fails no test.
pub async fn sandbox() -> Sandbox {
    start(SandboxOptions { answer_within: Duration::from_secs(15), ..SandboxOptions::default() }).await
}

/// A sandbox that holds everything against Discord's description where it can.
pub async fn start(options: SandboxOptions) -> Sandbox {
    let options = SandboxOptions { oracle: description(), ..options };
    Sandbox::start(options).await.expect("the sandbox starts")
}

/// A sandbox and the bot that is connected to it.
pub struct Stage {
    pub sandbox: Sandbox,
    pub shards: Arc<ShardManager>,
    task: JoinHandle<()>,
}

impl Stage {
    pub async fn set() -> Stage {
        Stage::on(sandbox().await).await
    }

    pub async fn on(sandbox: Sandbox) -> Stage {
        let mut client = bot::client(&sandbox.url(), &sandbox.token()).await;
        let shards = client.shard_manager.clone();
        let task = tokio::spawn(async move {
            // How it ends is the tests' business.
            let _ = client.start().await;
        });
        sandbox.ready().await;
        Stage { sandbox, shards, task }
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        self.task.abort();
    }
}
