use super::huffman::BitWriter;

/// The number of bits of a pixel: indices are below 128.
const PIXEL_BITS: u8 = 7;
const CLEAR: u16 = 1 << PIXEL_BITS;
const END: u16 = CLEAR + 1;
const MOST_CODES: u16 = 4096;

/// Compresses pixels as GIF wants them: the size of the codes, then the codes (GIF89a, appendix F).
///
/// Boards are made of long runs of one colour. The strings of a run are a chain in the dictionary, so that
/// a run is crossed in one step instead of pixel by pixel.
pub(super) fn compress(pixels: &[u8]) -> Vec<u8> {
    let mut book = Book::new();
    let mut bits = u32::from(PIXEL_BITS) + 1;
    let mut out = BitWriter::new(vec![PIXEL_BITS], pixels.len() / 12);
    out.push(CLEAR.into(), bits);
    let (mut at, mut run_end) = (0, 0);
    while at < pixels.len() {
        if run_end <= at {
            run_end = at + run(&pixels[at..]);
        }
        let chain = &book.chains[usize::from(pixels[at])];
        let crossed = chain.len().min(run_end - at);
        let mut string = chain[crossed - 1];
        at += crossed;
        while let Some(next) = pixels.get(at).and_then(|pixel| book.find(string, *pixel)) {
            string = next;
            at += 1;
        }
        out.push(string.into(), bits);
        let Some(pixel) = pixels.get(at) else { break };
        if book.next == MOST_CODES {
            out.push(CLEAR.into(), bits);
            book.clear();
            bits = u32::from(PIXEL_BITS) + 1;
            continue;
        }
        if u32::from(book.next) == 1 << bits {
            bits += 1;
        }
        book.add(string, *pixel);
    }
    out.push(END.into(), bits);
    out.finish()
}

fn run(pixels: &[u8]) -> usize {
    pixels.iter().position(|pixel| *pixel != pixels[0]).unwrap_or(pixels.len())
}

/// The strings seen since the last clearing, by their beginning and their last pixel.
struct Book {
    /// Beginning, last pixel and code in one word; zero where there is none.
    slots: Vec<u32>,
    /// For every colour the codes of its runs, the shortest first.
    chains: Vec<Vec<u16>>,
    next: u16,
}

const SLOTS: usize = 1 << 14;

impl Book {
    fn new() -> Book {
        let mut book = Book { slots: vec![0; SLOTS], chains: vec![Vec::new(); CLEAR.into()], next: 0 };
        book.clear();
        book
    }

    fn clear(&mut self) {
        self.slots.fill(0);
        for (chain, colour) in self.chains.iter_mut().zip(0..) {
            chain.clear();
            chain.push(colour);
        }
        self.next = END + 1;
    }

    fn find(&self, string: u16, pixel: u8) -> Option<u16> {
        let key = key(string, pixel);
        let mut slot = slot(key);
        while self.slots[slot] != 0 {
            if self.slots[slot] >> 12 == key {
                return Some((self.slots[slot] & 0xfff) as u16);
            }
            slot = (slot + 1) % SLOTS;
        }
        None
    }

    fn add(&mut self, string: u16, pixel: u8) {
        let key = key(string, pixel);
        let mut slot = slot(key);
        while self.slots[slot] != 0 {
            slot = (slot + 1) % SLOTS;
        }
        self.slots[slot] = key << 12 | u32::from(self.next);
        let chain = &mut self.chains[usize::from(pixel)];
        if chain.last() == Some(&string) {
            chain.push(self.next);
        }
        self.next += 1;
    }
}

fn key(string: u16, pixel: u8) -> u32 {
    u32::from(string) << 8 | u32::from(pixel)
}

fn slot(key: u32) -> usize {
    (key.wrapping_mul(0x9e37_79b1) >> 18) as usize
}
