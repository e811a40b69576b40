use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tablero_picture::read::{Board, Bounds, Reader, Unreadable};
use tablero_search::Cancel;
use tokio::sync::Semaphore;
use uuid::Uuid;

use crate::error::{Error, Fault, Result};
use crate::think::StopOnDrop;

/// Pictures read at once.
const AT_ONCE: usize = 2;
/// Pictures on their way in, waiting or being read: of all, and of one person.
const MOST: usize = 16;
const MOST_OF_ONE: usize = 2;
/// What reading a picture may take.
const LONGEST: Duration = Duration::from_secs(2);

/// Reads the boards of pictures, a few at once, and lets only so many wait.
#[derive(Debug, Clone)]
pub(crate) struct Eye(Arc<Room>);

#[derive(Debug)]
struct Room {
    reader: Reader,
    places: Arc<Semaphore>,
    seated: Mutex<HashMap<Uuid, usize>>,
}

/// The right to send a picture; given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Seat {
    room: Arc<Room>,
    owner: Uuid,
}

impl Eye {
    /// What a picture may be.
    pub(crate) const BOUNDS: Bounds = Bounds { bytes: 10 << 20, pixels: 40_000_000 };

    pub(crate) fn new() -> Eye {
        Eye(Arc::new(Room {
            reader: Reader::new(),
            places: Arc::new(Semaphore::new(AT_ONCE)),
            seated: Mutex::default(),
        }))
    }

    /// Taken before the first byte, so that memory for pictures is bounded too.
    pub(crate) fn sit(&self, owner: Uuid) -> Result<Seat> {
        let mut seated = self.0.seated.lock().unwrap_or_else(PoisonError::into_inner);
        let mine = seated.get(&owner).copied().unwrap_or_default();
        if mine >= MOST_OF_ONE || seated.values().sum::<usize>() >= MOST {
            return Err(Error::Overloaded { retry: LONGEST });
        }
        seated.insert(owner, mine + 1);
        Ok(Seat { room: self.0.clone(), owner })
    }
}

impl Seat {
    /// Reads a picture off the async threads. Dropping this stops the reading.
    pub(crate) async fn read(self, bytes: Vec<u8>) -> Result<Vec<Board>> {
        let room = self.room.clone();
        let place = room.places.clone().acquire_owned().await.map_err(|_| Error::Stopping)?;
        let cancel = Cancel::new();
        let _stop = StopOnDrop(cancel.clone());
        let reading = tokio::task::spawn_blocking(move || {
            // The seat is given up with the place: whoever goes away does not free what is still at work.
            let _taken = (self, place);
            let end = Instant::now() + LONGEST;
            room.reader.read(&bytes, Eye::BOUNDS, &|| cancel.is_cancelled() || Instant::now() >= end)
        });
        let read = reading.await.map_err(|panicked| Error::Internal(panicked.into()))?;
        let outcome = read.as_ref().err().map_or("READ", Unreadable::reason);
        metrics::counter!("tablero_pictures_read_total", "outcome" => outcome).increment(1);
        read.map_err(|unreadable| match unreadable {
            Unreadable::Stopped => Error::Late,
            _ => Error::Invalid(vec![Fault::new("chunk", unreadable.reason(), unreadable.to_string())]),
        })
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut seated = self.room.seated.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(mine) = seated.get_mut(&self.owner) {
            *mine -= 1;
        }
        seated.retain(|_, mine| *mine > 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_takes_all_seats_and_seats_are_given_back() {
        let eye = Eye::new();
        let greedy = Uuid::new_v4();
        let taken = [eye.sit(greedy).unwrap(), eye.sit(greedy).unwrap()];
        assert!(matches!(eye.sit(greedy), Err(Error::Overloaded { .. })));
        let others: Vec<_> = (0..MOST - 2).map(|_| eye.sit(Uuid::new_v4()).unwrap()).collect();
        assert!(matches!(eye.sit(Uuid::new_v4()), Err(Error::Overloaded { .. })));
        drop((taken, others));
        eye.sit(greedy).unwrap();
        assert!(eye.0.seated.lock().unwrap().is_empty());
    }

    #[tokio::test]
    async fn what_is_not_a_picture_is_the_callers_fault() {
        let eye = Eye::new();
        let read = eye.sit(Uuid::new_v4()).unwrap().read(b"no picture".to_vec()).await;
        let error = read.unwrap_err();
        assert!(matches!(&error, Error::Invalid(faults) if faults[0].reason == "NOT_AN_IMAGE"), "{error:?}");
        assert!(eye.0.seated.lock().unwrap().is_empty());
    }
}
