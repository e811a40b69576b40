use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::DateTime;
use tablero_store::{Listed, Order, Page, ProblemFilter};
use uuid::Uuid;

use super::Problems;
use crate::edge::{Call, Person};
use crate::error::Result;

/// Where the next page begins, in a form that clients carry around and do not look into.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PageToken(pub(crate) Page);

impl PageToken {
    pub(crate) fn write(&self) -> String {
        let text = match self.0 {
            Page::Newest { created_at, id } => format!("n {} {id}", created_at.timestamp_micros()),
            Page::Hardest { rating, id } => format!("h {} {id}", rating.to_bits()),
            Page::MostPlayed { play_count, id } => format!("m {play_count} {id}"),
        };
        BASE64_URL_SAFE_NO_PAD.encode(text)
    }

    /// `None` if it is not one of ours, or one of another order.
    pub(crate) fn read(text: &str, order: Order) -> Option<PageToken> {
        let text = String::from_utf8(BASE64_URL_SAFE_NO_PAD.decode(text).ok()?).ok()?;
        let mut words = text.split(' ');
        let (kind, value, id) = (words.next()?, words.next()?, Uuid::try_parse(words.next()?).ok()?);
        Some(PageToken(match (kind, order) {
            ("n", Order::Newest) => {
                Page::Newest { created_at: DateTime::from_timestamp_micros(value.parse().ok()?)?, id }
            }
            ("h", Order::Hardest) => Page::Hardest { rating: f64::from_bits(value.parse().ok()?), id },
            ("m", Order::MostPlayed) => Page::MostPlayed { play_count: value.parse().ok()?, id },
            _ => return None,
        }))
    }
}

impl Problems {
    /// A page of problems, and where the next one begins if there is one.
    pub(crate) async fn list(
        &self,
        call: &Call,
        person: &Person,
        filter: &ProblemFilter,
        order: Order,
        after: Option<PageToken>,
        size: usize,
    ) -> Result<(Vec<Listed>, Option<PageToken>)> {
        let mut db = self.db(call).await?;
        let one_more = i64::try_from(size + 1).unwrap_or(i64::MAX);
        let after = after.map(|token| token.0);
        let mut listed = filter.list(&mut db, person.profile.id, order, after, one_more).await?;
        let more = listed.len() > size;
        listed.truncate(size);
        let next = listed.last().filter(|_| more).map(|last| PageToken(Page::behind(order, &last.problem)));
        Ok((listed, next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_token_is_read_back_in_its_own_order_only() {
        let id = Uuid::new_v4();
        let created_at = DateTime::from_timestamp_micros(1_794_973_907_395_876).unwrap();
        let pages = [
            (Order::Newest, Page::Newest { created_at, id }),
            (Order::Hardest, Page::Hardest { rating: 1500.25, id }),
            (Order::MostPlayed, Page::MostPlayed { play_count: 7, id }),
        ];
        for (order, page) in pages {
            let text = PageToken(page).write();
            assert_eq!(PageToken::read(&text, order), Some(PageToken(page)));
            for (other, _) in pages.iter().filter(|(other, _)| *other != order) {
                assert_eq!(PageToken::read(&text, *other), None);
            }
        }
        for nonsense in ["", "x", "????", "bm90IG91cnM"] {
            assert_eq!(PageToken::read(nonsense, Order::Newest), None);
        }
    }
}
