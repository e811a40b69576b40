use std::path::PathBuf;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use diesel_async::{RunQueryDsl, SimpleAsyncConnection};
use tablero_store::{Durability, PrivatePostgres, Programs, StartError, Store};
use tokio::runtime::Runtime;

/// One Postgres for all tests of this process. It is kept between runs, since a new one takes seconds to make.
static CLUSTER: LazyLock<Cluster> = LazyLock::new(Cluster::start);

struct Cluster {
    postgres: PrivatePostgres,
    admin: Store,
    /// Tests come and go with runtimes of their own; this one stays.
    runtime: Runtime,
    next: AtomicU32,
}

/// A database of its own for one test, with the schema in place.
#[derive(Debug, Clone)]
pub struct TestDatabase {
    pub url: String,
    pub store: Store,
}

impl TestDatabase {
    pub async fn new() -> TestDatabase {
        let cluster = tokio::task::spawn_blocking(|| &*CLUSTER).await.expect("the cluster starts");
        let name = format!("test_{}", cluster.next.fetch_add(1, Ordering::Relaxed));
        let strategy = if cluster.postgres.programs().major >= 15 { "STRATEGY FILE_COPY" } else { "" };
        let create = format!("CREATE DATABASE {name} TEMPLATE test_template {strategy}");
        cluster.runtime.spawn(execute(cluster.admin.clone(), create)).await.expect("the database is made");
        TestDatabase::at(cluster.postgres.url(&name))
    }

    fn at(url: String) -> TestDatabase {
        let store = Store::new(&url, 8).expect("a good URL");
        TestDatabase { url, store }
    }

    /// The same database over connections of its own, as another process would have.
    pub fn again(&self) -> TestDatabase {
        let TestDatabase { url, store } = TestDatabase::at(self.url.clone());
        TestDatabase { url, store: store.with_clock(self.store.clock().clone()) }
    }

    /// Does what no client could.
    pub async fn execute(&self, sql: &str) {
        execute(self.store.clone(), sql.to_owned()).await;
    }

    /// The one number that a query answers with.
    pub async fn count(&self, sql: &str) -> i64 {
        let mut lane = self.store.lane(Instant::now() + Duration::from_secs(60)).await.expect("a connection");
        let sql = format!("SELECT ({sql}) AS number");
        let row: Number = diesel::sql_query(&sql)
            .get_result(&mut *lane)
            .await
            .unwrap_or_else(|error| panic!("{sql}: {error}"));
        row.number
    }
}

#[derive(diesel::QueryableByName)]
struct Number {
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    number: i64,
}

async fn execute(store: Store, sql: String) {
    let mut lane = store.lane(Instant::now() + Duration::from_secs(60)).await.expect("a connection");
    lane.batch_execute(&sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
}

impl Cluster {
    fn start() -> Cluster {
        let home = home();
        let programs = Programs::find(&home.join("programs"), None)
            .expect("a Postgres on this machine, or pip to fetch it");
        let postgres = (0..64)
            .find_map(|slot| {
                let folder = home.join(format!("{}-{slot}", programs.major));
                match PrivatePostgres::start(Some(&folder), Some(&programs.bin), Durability::Fleeting) {
                    Ok(postgres) => Some(postgres),
                    Err(StartError::InUse(_)) => None,
                    Err(error) => panic!("the test cluster does not start: {error}"),
                }
            })
            .expect("a free slot for a test cluster");
        let runtime = Runtime::new().expect("a runtime");
        let admin = Store::new(&postgres.url("postgres"), 4).expect("a good URL");
        let template = Store::new(&postgres.url("test_template"), 1).expect("a good URL");
        let cluster = Cluster { postgres, admin, runtime, next: AtomicU32::new(0) };
        std::thread::scope(|scope| {
            scope.spawn(|| cluster.runtime.block_on(cluster.prepare(template))).join()
        })
        .expect("the template is made");
        cluster
    }

    /// Removes what earlier runs left and makes the template that test databases are copies of.
    async fn prepare(&self, template: Store) {
        for number in 0..512 {
            execute(self.admin.clone(), format!("DROP DATABASE IF EXISTS test_{number}")).await;
        }
        execute(self.admin.clone(), "DROP DATABASE IF EXISTS test_template".into()).await;
        execute(self.admin.clone(), "CREATE DATABASE test_template".into()).await;
        tablero_store::migrate(&template).await.expect("the migrations run");
    }
}

/// Where things are kept that take long to make, from one run to the next.
pub(crate) fn home() -> PathBuf {
    std::env::temp_dir().join(format!("tablero-tests-{}", rustix::process::geteuid().as_raw()))
}
