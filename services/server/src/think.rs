use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use tablero_search::Cancel;
use uuid::Uuid;

/// Threads that think, shared out fairly. Everybody's short turns come before anybody's long ones, and there is always a thread that
/// takes no long ones (where there is more than one); within each kind, owners take turns.
#[derive(Clone)]
pub(crate) struct Thinkers(Arc<Hall>);

/// How long a task may think now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Turn {
    Short,
    Long,
}

/// What became of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pace {
    Done,
    /// It wants a long turn.
    Unfinished,
}

/// Stops a thought when whoever waits for it goes away.
#[derive(Debug)]
pub(crate) struct StopOnDrop(pub(crate) Cancel);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

type Task = Box<dyn FnMut(Turn) -> Pace + Send>;

struct Hall {
    state: Mutex<State>,
    changed: Condvar,
    most_long: usize,
}

#[derive(Default)]
struct State {
    short: Rota,
    long: Rota,
    thinking_long: usize,
    /// Tasks waiting or running, by owner.
    load: HashMap<Uuid, usize>,
    closed: bool,
}

/// Tasks by owner; the owner at the front is next, and then goes to the back.
#[derive(Default)]
struct Rota(VecDeque<(Uuid, VecDeque<Task>)>);

impl Rota {
    fn add(&mut self, owner: Uuid, task: Task) {
        match self.0.iter_mut().find(|(other, _)| *other == owner) {
            Some((_, tasks)) => tasks.push_back(task),
            None => self.0.push_back((owner, VecDeque::from([task]))),
        }
    }

    fn next(&mut self) -> Option<(Uuid, Task)> {
        let (owner, mut tasks) = self.0.pop_front()?;
        let task = tasks.pop_front()?;
        if !tasks.is_empty() {
            self.0.push_back((owner, tasks));
        }
        Some((owner, task))
    }
}

impl Thinkers {
    pub(crate) fn new(threads: usize) -> Thinkers {
        let hall = Arc::new(Hall {
            state: Mutex::default(),
            changed: Condvar::new(),
            most_long: threads.saturating_sub(1).max(1),
        });
        for _ in 0..threads.max(1) {
            let hall = hall.clone();
            std::thread::spawn(move || hall.think());
        }
        Thinkers(hall)
    }

    /// How many tasks an owner has waiting or running.
    pub(crate) fn load(&self, owner: Uuid) -> usize {
        self.0.lock().load.get(&owner).copied().unwrap_or_default()
    }

    /// Puts a task in line. It gets a short turn and then, if it wants one, a long one.
    pub(crate) fn submit(&self, owner: Uuid, task: impl FnMut(Turn) -> Pace + Send + 'static) {
        let mut state = self.0.lock();
        *state.load.entry(owner).or_default() += 1;
        state.short.add(owner, Box::new(task));
        self.0.changed.notify_all();
    }

    /// Lets the threads end when they are through with what they are at.
    pub(crate) fn close(&self) {
        self.0.lock().closed = true;
        self.0.changed.notify_all();
    }
}

impl Hall {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn think(&self) {
        // Answering calls goes first. Where that is not to be had, nothing is lost but some promptness.
        rustix::process::setpriority_process(None, 10).ok();
        while let Some((owner, mut task, turn)) = self.next() {
            let pace = catch_unwind(AssertUnwindSafe(|| task(turn))).unwrap_or_else(|_| {
                tracing::error!("a task panicked while thinking");
                Pace::Done
            });
            let mut state = self.lock();
            if turn == Turn::Long {
                state.thinking_long -= 1;
            }
            match (turn, pace) {
                (Turn::Short, Pace::Unfinished) => state.long.add(owner, task),
                _ => {
                    if let Some(load) = state.load.get_mut(&owner) {
                        *load -= 1;
                    }
                    state.load.retain(|_, load| *load > 0);
                }
            }
            self.changed.notify_all();
        }
    }

    fn next(&self) -> Option<(Uuid, Task, Turn)> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some((owner, task)) = state.short.next() {
                return Some((owner, task, Turn::Short));
            }
            if state.thinking_long < self.most_long
                && let Some((owner, task)) = state.long.next()
            {
                state.thinking_long += 1;
                return Some((owner, task, Turn::Long));
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl std::fmt::Debug for Thinkers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Thinkers").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    /// One thread, held until told, so that the line behind it can be arranged.
    fn held() -> (Thinkers, mpsc::Sender<()>) {
        let thinkers = Thinkers::new(1);
        let (release, held) = mpsc::channel::<()>();
        let (started, running) = mpsc::channel();
        thinkers.submit(Uuid::new_v4(), move |_| {
            started.send(()).unwrap();
            held.recv().ok();
            Pace::Done
        });
        running.recv().unwrap();
        (thinkers, release)
    }

    #[test]
    fn owners_take_turns_and_short_turns_come_first() {
        let (thinkers, release) = held();
        let (said, order) = mpsc::channel();
        let say = |name: &'static str, heavy: bool| {
            let said = said.clone();
            move |turn| {
                said.send((name, turn)).unwrap();
                if heavy && turn == Turn::Short { Pace::Unfinished } else { Pace::Done }
            }
        };
        let [ana, bob] = [Uuid::new_v4(), Uuid::new_v4()];
        thinkers.submit(ana, say("ana 1", true));
        thinkers.submit(ana, say("ana 2", true));
        thinkers.submit(bob, say("bob 1", false));
        thinkers.submit(ana, say("ana 3", false));
        assert_eq!((thinkers.load(ana), thinkers.load(bob)), (3, 1));
        release.send(()).unwrap();
        let order: Vec<_> = order.iter().take(6).collect();
        let short = |name| (name, Turn::Short);
        let long = |name| (name, Turn::Long);
        assert_eq!(
            order,
            [short("ana 1"), short("bob 1"), short("ana 2"), short("ana 3"), long("ana 1"), long("ana 2")]
        );
    }

    #[test]
    fn a_task_that_panics_takes_no_thread_with_it() {
        let (thinkers, release) = held();
        let owner = Uuid::new_v4();
        thinkers.submit(owner, |_| panic!("on purpose"));
        let (said, heard) = mpsc::channel();
        thinkers.submit(owner, move |_| {
            said.send(()).unwrap();
            Pace::Done
        });
        release.send(()).unwrap();
        heard.recv().unwrap();
    }
}
