use std::sync::{Arc, Mutex, PoisonError};

use tablero_picture::Diagram;
use tablero_picture::draw::{Fault as Flaw, Frame, Refused, Studio, Style, alt_text};
use tokio::sync::Semaphore;

use super::kept::{Kept, Key};
use crate::error::{Error, Fault, Result};

/// Pictures drawn at once.
const AT_ONCE: usize = 2;
/// What is kept of them.
const MOST_BYTES: usize = 16 << 20;

/// What is to be drawn. Equal orders are equal pictures.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Order {
    /// The boards of a line, never none.
    pub(crate) boards: Vec<Diagram>,
    pub(crate) style: Style,
    /// All boards as a GIF; otherwise the last one as a PNG.
    pub(crate) animated: bool,
}

#[derive(Debug)]
pub(crate) struct Picture {
    pub(crate) bytes: Vec<u8>,
    pub(crate) mime_type: &'static str,
    pub(crate) alt_text: String,
}

/// Draws what is ordered, and keeps it for who orders the same.
#[derive(Debug, Clone)]
pub(crate) struct Press(Arc<Room>);

#[derive(Debug)]
struct Room {
    studio: Studio,
    places: Arc<Semaphore>,
    kept: Mutex<Kept>,
}

impl Press {
    pub(crate) fn new() -> Press {
        Press(Arc::new(Room {
            studio: Studio::new(),
            places: Arc::new(Semaphore::new(AT_ONCE)),
            kept: Mutex::new(Kept::new(MOST_BYTES)),
        }))
    }

    pub(crate) async fn draw(&self, order: Order) -> Result<Arc<Picture>> {
        let key = Key::of(&order);
        if let Some(picture) = self.0.find(key) {
            return Ok(picture);
        }
        let place = self.0.places.clone().acquire_owned().await.map_err(|_| Error::Stopping)?;
        // Somebody who was here first may have ordered the same.
        if let Some(picture) = self.0.find(key) {
            return Ok(picture);
        }
        let room = self.0.clone();
        let drawing = tokio::task::spawn_blocking(move || {
            let _place = place;
            room.draw_blocking(key, order)
        });
        drawing.await.map_err(|panicked| Error::Internal(panicked.into()))?
    }
}

impl Room {
    fn find(&self, key: Key) -> Option<Arc<Picture>> {
        let picture = self.kept.lock().unwrap_or_else(PoisonError::into_inner).get(key)?;
        metrics::counter!("tablero_pictures_total", "from" => "cache").increment(1);
        Some(picture)
    }

    fn draw_blocking(&self, key: Key, order: Order) -> Result<Arc<Picture>> {
        let Order { boards, style, animated } = order;
        let last = boards.last().ok_or_else(|| Error::Internal("an order without a board".into()))?;
        let alt_text = alt_text(last, style.language);
        let (mime_type, drawn) = match animated {
            true => ("image/gif", self.studio.gif(&Frame::line(boards), &style)),
            false => ("image/png", self.studio.png(last, &style)),
        };
        let picture = Arc::new(Picture { bytes: drawn.map_err(refused)?, mime_type, alt_text });
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).put(key, picture.clone());
        metrics::counter!("tablero_pictures_total", "from" => "drawing").increment(1);
        Ok(picture)
    }
}

/// A size is the caller's to choose; all else was judged before.
fn refused(refused: Refused) -> Error {
    let fault = |flaw: &Flaw| match flaw {
        Flaw::Size { .. } | Flaw::Crowded { .. } => Some(Fault::new("size", "BAD_SIZE", flaw.to_string())),
        _ => None,
    };
    let faults: Option<Vec<Fault>> = refused.0.iter().map(fault).collect();
    faults.map_or_else(|| Error::Internal(refused.into()), Error::Invalid)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablero_picture::Ground;

    fn order(size: u16, animated: bool) -> Order {
        let boards = vec![Diagram::empty(8, 8, Ground::Chequered)];
        Order { boards, style: Style { size, ..Style::default() }, animated }
    }

    #[tokio::test]
    async fn an_equal_order_gets_the_same_picture() {
        let press = Press::new();
        let first = press.draw(order(120, false)).await.unwrap();
        let again = press.draw(order(120, false)).await.unwrap();
        assert!(Arc::ptr_eq(&first, &again));
        for other in [order(121, false), order(120, true)] {
            assert!(!Arc::ptr_eq(&first, &press.draw(other).await.unwrap()));
        }
    }

    #[tokio::test]
    async fn a_size_that_is_not_drawn_is_the_callers_fault() {
        for (size, animated) in [(119, false), (2049, false), (1025, true)] {
            let error = Press::new().draw(order(size, animated)).await.unwrap_err();
            assert!(
                matches!(&error, Error::Invalid(faults) if faults[0].reason == "BAD_SIZE"),
                "{size}: {error:?}"
            );
        }
    }
}
