use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::watch;

/// What time it is for days, weeks and appointments: the machine's time, unless somebody pushed it ahead. Clones share it.
///
/// How long somebody thinks is measured by the database instead.
#[derive(Debug, Clone)]
pub struct Clock(Arc<watch::Sender<TimeDelta>>);

impl Clock {
    pub fn now(&self) -> DateTime<Utc> {
        Utc::now() + *self.0.borrow()
    }

    /// Pushes it ahead, as tests do to see days go by.
    pub fn advance(&self, by: Duration) {
        self.0.send_modify(|ahead| *ahead += TimeDelta::from_std(by).unwrap_or(TimeDelta::MAX));
    }

    /// Waits until then.
    pub async fn until(&self, then: DateTime<Utc>) {
        let mut pushed = self.0.subscribe();
        while let Ok(left) = (then - self.now()).to_std() {
            // However often it is pushed, it is looked at again; its sender lives as long as this clock.
            tokio::time::timeout(left, pushed.changed()).await.ok();
        }
    }
}

impl Default for Clock {
    fn default() -> Clock {
        Clock(Arc::new(watch::Sender::new(TimeDelta::zero())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn whoever_waits_for_tomorrow_is_woken_when_the_clock_is_pushed() {
        let clock = Clock::default();
        let tomorrow = clock.now() + TimeDelta::days(1);
        let waiting = tokio::spawn({
            let clock = clock.clone();
            async move { clock.until(tomorrow).await }
        });
        clock.advance(Duration::from_secs(3600));
        clock.advance(Duration::from_secs(24 * 3600));
        tokio::time::timeout(Duration::from_secs(10), waiting).await.expect("woken").expect("no panic");
        assert!(clock.now() >= tomorrow);
    }

    #[tokio::test]
    async fn what_is_over_is_not_waited_for() {
        let clock = Clock::default();
        clock.until(clock.now() - TimeDelta::days(1)).await;
    }
}
