use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// A switch that stops a search from another thread. Clones are the same switch.
#[derive(Debug, Clone, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    #[must_use]
    pub fn new() -> Cancel {
        Cancel::default()
    }

    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How much a search may spend. The default has no limit.
#[derive(Debug, Clone, Default)]
pub struct Budget {
    pub nodes: Option<u64>,
    pub time: Option<Duration>,
    pub cancel: Cancel,
}

impl Budget {
    #[must_use]
    pub fn unlimited() -> Budget {
        Budget::default()
    }

    #[must_use]
    pub fn with_nodes(self, nodes: u64) -> Budget {
        Budget { nodes: Some(nodes), ..self }
    }

    #[must_use]
    pub fn with_time(self, time: Duration) -> Budget {
        Budget { time: Some(time), ..self }
    }

    #[must_use]
    pub fn with_cancel(self, cancel: Cancel) -> Budget {
        Budget { cancel, ..self }
    }

    /// Starts the clock.
    #[must_use]
    pub fn start(self) -> Meter {
        let started = Instant::now();
        Meter {
            started,
            deadline: self.time.and_then(|time| started.checked_add(time)),
            limit: self.nodes.unwrap_or(u64::MAX),
            cancel: self.cancel,
            nodes: AtomicU64::new(0),
            reported_ms: AtomicU64::new(0),
            exhausted: AtomicBool::new(false),
        }
    }
}

/// A budget being spent, shared by all threads of one search.
#[derive(Debug)]
pub struct Meter {
    started: Instant,
    deadline: Option<Instant>,
    limit: u64,
    cancel: Cancel,
    nodes: AtomicU64,
    reported_ms: AtomicU64,
    exhausted: AtomicBool,
}

impl Meter {
    /// Spends nodes and answers whether the search may go on. Once it may not, it never may again.
    pub fn spend(&self, nodes: u64) -> bool {
        let spent = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if spent > self.limit
            || self.cancel.is_cancelled()
            || self.deadline.is_some_and(|end| Instant::now() >= end)
        {
            self.exhausted.store(true, Ordering::Relaxed);
        }
        !self.is_exhausted()
    }

    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.exhausted.load(Ordering::Relaxed)
    }

    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// True for one caller whenever `every` has passed since it was last true.
    #[must_use]
    pub fn report_due(&self, every: Duration) -> bool {
        let now = self.elapsed().as_millis() as u64;
        let last = self.reported_ms.load(Ordering::Relaxed);
        now.saturating_sub(last) >= every.as_millis() as u64
            && self.reported_ms.compare_exchange(last, now, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_run_out_for_good() {
        let meter = Budget::unlimited().with_nodes(10).start();
        assert!(meter.spend(10) && !meter.spend(1) && !meter.spend(0));
        assert_eq!(meter.nodes(), 11);
    }

    #[test]
    fn a_cancelled_meter_stops_at_once() {
        let cancel = Cancel::new();
        let meter = Budget::unlimited().with_cancel(cancel.clone()).start();
        assert!(meter.spend(1));
        cancel.cancel();
        assert!(!meter.spend(1));
    }

    #[test]
    fn no_time_is_no_search() {
        assert!(!Budget::unlimited().with_time(Duration::ZERO).start().spend(1));
    }
}
