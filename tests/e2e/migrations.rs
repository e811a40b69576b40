//! The schema goes up and down.

use tablero_store::{applied, migrate, revert};
use tablero_tests::{House, TestDatabase};

#[tokio::test(flavor = "multi_thread")]
async fn every_migration_goes_down_and_up_again() {
    let house = House::open().await;
    house.sign_up("ana").await;
    let database = house.database.clone();
    house.close().await;
    let store = &database.again().store;
    let all = applied(store).await.unwrap();
    assert!(all.len() >= 3);
    for count in 1..=all.len() {
        assert_eq!(revert(store, count).await.unwrap(), all[..count], "down by {count}");
        assert_eq!(migrate(store).await.unwrap().len(), count, "up by {count}");
        assert_eq!(applied(store).await.unwrap(), all);
    }
    // All of it went down at last: the name is free, and everything works.
    House::on(database.again(), |_| {}).await.sign_up("ana").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_left_of_the_schema_when_all_migrations_are_taken_back() {
    let database = TestDatabase::new().await;
    revert(&database.store, usize::MAX).await.unwrap();
    database
        .execute(
            "DO $$ BEGIN ASSERT (SELECT array_agg(relname::text) FROM pg_class WHERE relnamespace = 'public'::regnamespace \
             AND relkind IN ('r', 'v', 'S')) = '{__diesel_schema_migrations}'; END $$",
        )
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn instances_that_start_at_once_migrate_once() {
    let database = TestDatabase::new().await;
    let count = revert(&database.store, usize::MAX).await.unwrap().len();
    let starts = (0..6).map(|_| {
        let store = database.store.clone();
        tokio::spawn(async move { migrate(&store).await.unwrap().len() })
    });
    let ran: Vec<usize> =
        futures_util::future::join_all(starts).await.into_iter().map(|ran| ran.unwrap()).collect();
    assert_eq!(ran.iter().sum::<usize>(), count, "{ran:?}");
}
