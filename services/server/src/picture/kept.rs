use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::press::{Order, Picture};
use sha2::{Digest, Sha256};

/// What an order means, whoever gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Key([u8; 32]);

impl Key {
    pub(super) fn of(order: &Order) -> Key {
        let mut digest = Digester(Sha256::new());
        std::hash::Hash::hash(order, &mut digest);
        Key(digest.0.finalize().into())
    }
}

/// Lets a value tell all that makes it equal to another to a digest that two different values do not share.
struct Digester(Sha256);

impl std::hash::Hasher for Digester {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn finish(&self) -> u64 {
        unreachable!("the whole digest is taken instead")
    }
}

/// Pictures that were asked for last, of so many bytes at most.
#[derive(Debug)]
pub(super) struct Kept {
    pictures: HashMap<Key, (u64, Arc<Picture>)>,
    /// Keys by when they were asked for.
    used: BTreeMap<u64, Key>,
    uses: u64,
    bytes: usize,
    most: usize,
}

impl Kept {
    /// What a picture costs beside its bytes and words.
    const OVERHEAD: usize = 256;

    pub(super) fn new(most: usize) -> Kept {
        Kept { pictures: HashMap::new(), used: BTreeMap::new(), uses: 0, bytes: 0, most }
    }

    pub(super) fn get(&mut self, key: Key) -> Option<Arc<Picture>> {
        let (used, picture) = self.pictures.get_mut(&key)?;
        self.uses += 1;
        self.used.remove(used);
        self.used.insert(self.uses, key);
        *used = self.uses;
        Some(picture.clone())
    }

    /// Those that were not asked for the longest make room. What would take more than a quarter is not kept.
    pub(super) fn put(&mut self, key: Key, picture: Arc<Picture>) {
        let cost = cost(&picture);
        if cost > self.most / 4 || self.pictures.contains_key(&key) {
            return;
        }
        self.uses += 1;
        self.bytes += cost;
        self.used.insert(self.uses, key);
        self.pictures.insert(key, (self.uses, picture));
        while self.bytes > self.most
            && let Some((_, oldest)) = self.used.pop_first()
            && let Some((_, gone)) = self.pictures.remove(&oldest)
        {
            self.bytes -= self::cost(&gone);
        }
    }
}

fn cost(picture: &Picture) -> usize {
    picture.bytes.len() + picture.alt_text.len() + Kept::OVERHEAD
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(bytes: usize) -> Arc<Picture> {
        let bytes = vec![0; bytes - Kept::OVERHEAD];
        Arc::new(Picture { bytes, mime_type: "image/png", alt_text: String::new() })
    }

    #[test]
    fn what_was_not_asked_for_the_longest_makes_room() {
        let mut kept = Kept::new(4000);
        let keys = [1, 2, 3, 4, 5].map(|number| Key([number; 32]));
        for key in &keys[..4] {
            kept.put(*key, picture(1000));
        }
        assert!(kept.get(keys[0]).is_some());
        kept.put(keys[4], picture(500));
        let left = keys.map(|key| kept.get(key).is_some());
        assert_eq!((left, kept.bytes), ([true, false, true, true, true], 3500));
        assert_eq!((kept.used.len(), kept.pictures.len()), (4, 4));
    }

    #[test]
    fn what_is_too_large_is_not_kept_and_nothing_is_kept_twice() {
        let mut kept = Kept::new(4000);
        kept.put(Key([1; 32]), picture(1001));
        kept.put(Key([2; 32]), picture(1000));
        kept.put(Key([2; 32]), picture(1000));
        assert_eq!((kept.bytes, kept.used.len()), (1000, 1));
    }
}
