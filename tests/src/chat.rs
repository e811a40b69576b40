use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use tablero_api::v1::{CreateProblemRequest, Problem, ProblemState};
use tablero_bot::{Bot, DiscordOptions, ServerAddress};
use tablero_sandbox::{Message, Person, Sandbox, SandboxOptions};
use tablero_server::ServerOptions;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::{Badge, House, SERVICE_KEY, TestDatabase, workspace};

/// The real bot between a sandbox Discord and a real server.
#[derive(Debug)]
pub struct Chat {
    pub sandbox: Sandbox,
    pub house: House,
    bot: Option<Running>,
}

#[derive(Debug)]
struct Running {
    stop: oneshot::Sender<()>,
    ended: JoinHandle<()>,
}

impl Chat {
    pub async fn open() -> Chat {
        Chat::with(|_| {}).await
    }

    pub async fn with(change: impl FnOnce(&mut ServerOptions)) -> Chat {
        // Three seconds are Discord's patience, not that of a machine that builds beside the tests.
        let answer_within = Duration::from_secs(15);
        let options = SandboxOptions { oracle: description(), answer_within, ..SandboxOptions::default() };
        let sandbox = Sandbox::start(options).await.expect("a free port");
        let house = House::with(change).await;
        let bot = Some(start_bot(&sandbox, &house).await);
        Chat { sandbox, house, bot }
    }

    pub fn person(&self, name: &str) -> Person {
        self.sandbox.person(name).at("problems")
    }

    /// A playable problem in the library, made by nobody who chats here.
    pub async fn problem(&self, position: &str, moves: u32) -> Problem {
        self.problem_of("library", position, moves).await
    }

    pub async fn problem_of(&self, author: &str, position: &str, moves: u32) -> Problem {
        let badge = Badge::key(SERVICE_KEY).acting_for("test", author, author);
        let mut problems = self.house.problems(badge).await;
        let request =
            CreateProblemRequest { position: position.into(), moves, ..CreateProblemRequest::default() };
        let problem = problems.create_problem(request).await.expect("a good problem").into_inner().problem;
        let problem = problem.expect("a problem");
        assert_eq!(problem.state(), ProblemState::Playable, "{problem:?}");
        problem
    }

    /// The bot of one moment ago is gone, and a new one knows nothing of it.
    pub async fn restart_bot(&mut self) {
        if let Some(bot) = self.bot.take() {
            bot.end().await;
        }
        self.bot = Some(start_bot(&self.sandbox, &self.house).await);
    }

    /// Lets time go by for everybody: for days and appointments, and for Discord's own limits. What a bot has in hand is
    /// finished before.
    ///
    /// # Panics
    /// If it is not within 20 seconds.
    pub fn advance(&self, by: Duration) {
        let idle = async {
            while self.house.database.count("SELECT count(*) FROM posts WHERE leased_until IS NOT NULL").await
                > 0
            {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::task::block_in_place(|| {
            let idle = tokio::time::timeout(Duration::from_secs(20), idle);
            tokio::runtime::Handle::current().block_on(idle).expect("the bot finishes what it has in hand");
        });
        self.sandbox.advance(by);
        self.house.database.store.clock().advance(by);
    }

    /// One more bot beside the first, with the same token.
    pub async fn second_bot(&self) -> Second {
        Second(start_bot(&self.sandbox, &self.house).await)
    }

    /// Another server at the same address, on the same database.
    pub async fn restart_server(self) -> Chat {
        self.close_server().await.open_server().await
    }

    pub async fn close_server(self) -> Away {
        let Chat { sandbox, house, bot } = self;
        let (database, address) = (house.database.again(), house.address);
        house.close().await;
        Away { sandbox, database, address, bot }
    }

    /// Ends the conversation: the bot was alive to the end and never asked for what Discord would refuse.
    pub async fn close(mut self) {
        assert_eq!(self.sandbox.complaints(), Vec::<String>::new());
        self.tell_latencies();
        if let Some(bot) = self.bot.take() {
            assert!(!bot.ended.is_finished(), "the bot has died");
            bot.end().await;
        }
        self.house.close().await;
    }

    /// How soon people were answered, for those who read the output.
    fn tell_latencies(&self) {
        let mut kinds: BTreeMap<String, Vec<Duration>> = BTreeMap::new();
        for latency in self.sandbox.latencies() {
            kinds.entry(format!("{:?}", latency.kind).to_lowercase()).or_default().push(latency.elapsed);
        }
        for (kind, mut times) in kinds {
            times.sort();
            let (median, longest) = (times[times.len() / 2], times[times.len() - 1]);
            println!(
                "first answer to a {kind}: median {median:.0?}, longest {longest:.0?} of {}",
                times.len()
            );
        }
    }
}

/// A bot beside another.
#[derive(Debug)]
pub struct Second(Running);

impl Second {
    pub async fn end(self) {
        self.0.end().await;
    }
}

/// A chat whose server is away.
#[derive(Debug)]
pub struct Away {
    sandbox: Sandbox,
    database: TestDatabase,
    address: SocketAddr,
    bot: Option<Running>,
}

impl Away {
    pub async fn open_server(self) -> Chat {
        let Away { sandbox, database, address, bot } = self;
        let house = House::on(database, |options| options.listen = address).await;
        Chat { sandbox, house, bot }
    }
}

impl Running {
    async fn end(self) {
        self.stop.send(()).ok();
        self.ended.await.expect("the bot ends well");
    }
}

async fn start_bot(sandbox: &Sandbox, house: &House) -> Running {
    let discord =
        DiscordOptions { discord_token: Some(sandbox.token().into()), discord_url: Some(sandbox.url()) };
    let server =
        ServerAddress { server: format!("http://{}", house.address), service_key: Some(SERVICE_KEY.into()) };
    let bot = Bot::new(&discord, &server).await.expect("a bot");
    let (stop, stopped) = oneshot::channel::<()>();
    let ended = tokio::spawn(async move {
        let stopped = async {
            stopped.await.ok();
        };
        bot.run(stopped).await.expect("the bot runs");
    });
    sandbox.ready().await;
    Running { stop, ended }
}

/// Discord's own description of its API, where it is at hand.
fn description() -> Option<PathBuf> {
    let shared =
        std::env::var_os("TABLERO_SHARED").map_or_else(|| workspace().join("../shared"), PathBuf::from);
    let file = shared.join("discord/openapi.json");
    if !file.exists() {
        println!("skipped: requests are not held against Discord's description, which is not here");
        return None;
    }
    Some(file)
}

/// The option of a menu, tried piece by piece, that mates.
pub async fn mating_move(person: &Person, message: &Message) -> (Message, String) {
    let pieces = message.menu("1.").options;
    for piece in pieces {
        let chosen = person.choose(message, "1.", &[piece.value.as_str()]).await;
        let shown = chosen.updated().clone();
        let mate = shown.menu("2.").options.into_iter().find(|option| option.label.ends_with('#'));
        if let Some(mate) = mate {
            return (shown, mate.value);
        }
    }
    panic!("nothing mates: {}", message.text());
}
