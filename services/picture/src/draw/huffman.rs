/// Bits from the lowest up, as deflate wants them.
#[derive(Debug)]
pub(super) struct BitWriter {
    bytes: Vec<u8>,
    held: u64,
    count: u32,
}

impl BitWriter {
    pub(super) fn new(mut bytes: Vec<u8>, expected: usize) -> BitWriter {
        bytes.reserve(expected);
        BitWriter { bytes, held: 0, count: 0 }
    }

    pub(super) fn push(&mut self, bits: u32, count: u32) {
        self.held |= u64::from(bits) << self.count;
        self.count += count;
        if self.count >= 32 {
            self.bytes.extend_from_slice(&self.held.to_le_bytes()[..4]);
            self.held >>= 32;
            self.count -= 32;
        }
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        let rest = self.count.div_ceil(8) as usize;
        self.bytes.extend_from_slice(&self.held.to_le_bytes()[..rest]);
        self.bytes
    }
}

/// A canonical prefix code of at most fifteen bits.
#[derive(Debug)]
pub(super) struct Code {
    /// The bits, first bit lowest, and their number.
    symbols: Vec<(u16, u8)>,
}

const MOST_BITS: usize = 15;

impl Code {
    /// The code for symbols that occur so often. At least two symbols get one, as decoders expect.
    pub(super) fn new(counts: &[u32]) -> Code {
        let mut used: Vec<(u32, usize)> = counts
            .iter()
            .enumerate()
            .filter(|(_, count)| **count > 0)
            .map(|(symbol, count)| (*count, symbol))
            .collect();
        for (symbol, count) in counts.iter().enumerate().take(2) {
            if used.len() < 2 && *count == 0 {
                used.push((1, symbol));
            }
        }
        used.sort_unstable();
        let per_length = lengths(&used);
        let mut symbols = vec![(0, 0); counts.len()];
        let mut rarest = used.iter();
        for bits in (1..=MOST_BITS).rev() {
            for (_, symbol) in rarest.by_ref().take(per_length[bits]) {
                symbols[*symbol].1 = bits as u8;
            }
        }
        let mut next = [0u16; MOST_BITS + 1];
        for bits in 1..MOST_BITS {
            next[bits + 1] = (next[bits] + per_length[bits] as u16) << 1;
        }
        for (bits, length) in symbols.iter_mut().filter(|(_, length)| *length > 0) {
            let code = &mut next[usize::from(*length)];
            *bits = code.reverse_bits() >> (16 - *length);
            *code += 1;
        }
        Code { symbols }
    }

    pub(super) fn write(&self, out: &mut BitWriter, symbol: usize) {
        let (bits, count) = self.symbols[symbol];
        out.push(bits.into(), count.into());
    }

    pub(super) fn lengths(&self) -> impl Iterator<Item = u8> {
        self.symbols.iter().map(|(_, length)| *length)
    }
}

/// How many symbols, sorted from the rarest, get a code of each length: Huffman's tree by two queues, then
/// too deep leaves are moved up and others down until the code is complete again.
fn lengths(sorted: &[(u32, usize)]) -> [usize; MOST_BITS + 1] {
    let leaves = sorted.len();
    let mut weights: Vec<u32> = sorted.iter().map(|(count, _)| *count).collect();
    let mut parents = vec![0; 2 * leaves - 1];
    let (mut leaf, mut tree) = (0, leaves);
    for node in leaves..2 * leaves - 1 {
        let mut take = || {
            let lightest = if leaf < leaves && (tree >= node || weights[leaf] <= weights[tree]) {
                &mut leaf
            } else {
                &mut tree
            };
            *lightest += 1;
            parents[*lightest - 1] = node;
            weights[*lightest - 1]
        };
        let weight = take() + take();
        weights.push(weight);
    }
    let mut depths = vec![0; 2 * leaves - 1];
    let mut per_length = [0; MOST_BITS + 1];
    for node in (0..2 * leaves - 2).rev() {
        depths[node] = depths[parents[node]] + 1;
        if node < leaves {
            per_length[depths[node].min(MOST_BITS)] += 1;
        }
    }
    let mut filled: usize = (1..=MOST_BITS).map(|bits| per_length[bits] << (MOST_BITS - bits)).sum();
    while filled > 1 << MOST_BITS {
        per_length[MOST_BITS] -= 1;
        let shorter = (1..MOST_BITS).rev().find(|bits| per_length[*bits] > 0).unwrap_or(1);
        per_length[shorter] -= 1;
        per_length[shorter + 1] += 2;
        filled -= 1;
    }
    per_length
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kraft(code: &Code) -> f64 {
        code.lengths().filter(|length| *length > 0).map(|length| 0.5f64.powi(length.into())).sum()
    }

    #[test]
    fn codes_are_complete_even_when_the_tree_is_too_deep() {
        let mut fibonacci = vec![1u32, 1];
        while fibonacci.len() < 40 {
            fibonacci.push(fibonacci[fibonacci.len() - 1] + fibonacci[fibonacci.len() - 2]);
        }
        for counts in [fibonacci, vec![0, 0, 9], vec![0; 30], vec![5; 286], vec![1, 100, 0, 3]] {
            let code = Code::new(&counts);
            assert!((kraft(&code) - 1.0).abs() < 1e-12);
            assert!(code.lengths().all(|length| usize::from(length) <= MOST_BITS));
        }
    }

    #[test]
    fn frequent_symbols_get_short_codes() {
        let lengths: Vec<u8> = Code::new(&[1, 2, 4, 100]).lengths().collect();
        assert_eq!(lengths, [3, 3, 2, 1]);
    }
}
