use super::huffman::{BitWriter, Code};

/// Compresses the rows of a board into a zlib stream, fast.
///
/// A general compressor searches for repetitions; in a board it is known where they are: one pixel
/// back, one row up (straight or slanted), and a whole number of cells to the left. Trying these few
/// distances, and one table of what was seen last, gives smaller files in less time than the lowest
/// level of a general one. RFC 1950, RFC 1951.
pub(super) fn squeeze(data: &[u8], stride: usize, cell: usize) -> Vec<u8> {
    let tokens = tokens(data, stride, cell);
    let (mut literals, mut distances) = ([0u32; LITERALS], [0u32; DISTANCES]);
    for token in &tokens {
        match *token {
            Token::Literal(byte) => literals[usize::from(byte)] += 1,
            Token::Copy { length, distance } => {
                literals[length_symbol(length).0] += 1;
                distances[distance_symbol(distance).0] += 1;
            }
        }
    }
    literals[END] = 1;
    let (literals, distances) = (Code::new(&literals), Code::new(&distances));

    let mut out = BitWriter::new(vec![0x78, 0x01], tokens.len() * 2);
    header(&mut out, &literals, &distances);
    for token in tokens {
        match token {
            Token::Literal(byte) => literals.write(&mut out, byte.into()),
            Token::Copy { length, distance } => {
                let (symbol, extra, bits) = length_symbol(length);
                literals.write(&mut out, symbol);
                out.push(extra, bits);
                let (symbol, extra, bits) = distance_symbol(distance);
                distances.write(&mut out, symbol);
                out.push(extra, bits);
            }
        }
    }
    literals.write(&mut out, END);
    let mut bytes = out.finish();
    bytes.extend(simd_adler32::adler32(&data).to_be_bytes());
    bytes
}

const LITERALS: usize = 286;
const DISTANCES: usize = 30;
const END: usize = 256;
const LONGEST: usize = 258;
const FARTHEST: usize = 32768;
/// A copy that is not worth looking for a longer one.
const ENOUGH: usize = 64;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token {
    Literal(u8),
    Copy { length: u16, distance: u16 },
}

fn tokens(data: &[u8], stride: usize, cell: usize) -> Vec<Token> {
    let guesses = [1, stride, stride - 1, stride + 1, 2 * cell, 4 * cell, 6 * cell];
    let mut seen = vec![0u32; 1 << 13];
    let mut tokens = Vec::with_capacity(data.len() / 32);
    let mut last = 1;
    let mut at = 0;
    while at < data.len() {
        let mut best = longer((0, 0), data, at, last);
        for guess in guesses {
            if best.0 >= ENOUGH {
                break;
            }
            best = longer(best, data, at, guess);
        }
        if let Some(word) = data.get(at..at + 4) {
            let word = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
            let slot = &mut seen[(word.wrapping_mul(0x9e37_79b1) >> 19) as usize];
            if best.0 < 8 && *slot > 0 {
                best = longer(best, data, at, at + 1 - *slot as usize);
            }
            *slot = at as u32 + 1;
        }
        let (length, distance) = best;
        // A far copy of three bytes costs more than three letters.
        if length >= 4 || length == 3 && distance == last {
            tokens.push(Token::Copy { length: length as u16, distance: (distance - 1) as u16 });
            last = distance;
            at += length;
        } else {
            tokens.push(Token::Literal(data[at]));
            at += 1;
        }
    }
    tokens
}

/// The copy from that distance if it is longer than the best so far: length and distance.
fn longer(best: (usize, usize), data: &[u8], at: usize, distance: usize) -> (usize, usize) {
    if distance > at || distance > FARTHEST {
        return best;
    }
    let length = common(&data[at - distance..], &data[at..]);
    if length > best.0 { (length, distance) } else { best }
}

/// How many bytes at the beginning are equal, up to the longest copy.
fn common(old: &[u8], new: &[u8]) -> usize {
    let most = new.len().min(LONGEST);
    let mut length = 0;
    while let (Some(a), Some(b)) = (old.get(length..length + 8), new.get(length..length + 8)) {
        let differs = word(a) ^ word(b);
        if differs != 0 {
            return (length + differs.trailing_zeros() as usize / 8).min(most);
        }
        length += 8;
        if length >= most {
            return most;
        }
    }
    while length < most && old[length] == new[length] {
        length += 1;
    }
    length
}

fn word(bytes: &[u8]) -> u64 {
    bytes.try_into().map_or(0, u64::from_le_bytes)
}

/// The symbol of a length, what follows it, and in how many bits.
fn length_symbol(length: u16) -> (usize, u32, u32) {
    let length = u32::from(length);
    match length {
        258 => (285, 0, 0),
        ..11 => (254 + length as usize, 0, 0),
        _ => {
            let above = length - 3;
            let bits = above.ilog2() - 2;
            let symbol = 257 + 4 * bits + (above >> bits);
            (symbol as usize, above & ((1 << bits) - 1), bits)
        }
    }
}

/// The same of a distance, given less one.
fn distance_symbol(less_one: u16) -> (usize, u32, u32) {
    let less_one = u32::from(less_one);
    if less_one < 4 {
        return (less_one as usize, 0, 0);
    }
    let bits = less_one.ilog2() - 1;
    ((2 * bits + (less_one >> bits)) as usize, less_one & ((1 << bits) - 1), bits)
}

/// One last block with codes of its own. The lengths of the codes are written in four bits each, which
/// costs a hundred bytes more than the usual run lengths and needs no code.
fn header(out: &mut BitWriter, literals: &Code, distances: &Code) {
    out.push(0b101, 3);
    out.push(LITERALS as u32 - 257, 5);
    out.push(DISTANCES as u32 - 1, 5);
    out.push(19 - 4, 4);
    for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] {
        out.push(if symbol < 16 { 4 } else { 0 }, 3);
    }
    for length in literals.lengths().chain(distances.lengths()) {
        out.push(u32::from(length.reverse_bits() >> 4), 4);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_follow_the_tables_of_the_standard() {
        assert_eq!(
            [3, 10, 11, 12, 13, 257, 258].map(|length| length_symbol(length).0),
            [257, 264, 265, 265, 266, 284, 285]
        );
        assert_eq!(length_symbol(130), (280, 15, 4));
        assert_eq!(
            [1, 4, 5, 7, 9, 32768].map(|far: u32| distance_symbol((far - 1) as u16).0),
            [0, 3, 4, 5, 6, 29]
        );
        assert_eq!(distance_symbol(720), (18, 720 - 512, 8));
    }

    #[test]
    fn whatever_goes_in_comes_out() {
        let mut seed = 1u32;
        let noise: Vec<u8> = (0..70_000)
            .map(|_| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (seed >> 24) as u8 & 0x1f
            })
            .collect();
        let striped: Vec<u8> = (0..100_000).map(|at| [0, 7, 7, 9][at / 90 % 4]).collect();
        for (data, stride, cell) in
            [(noise, 721, 82), (striped, 721, 90), (vec![5], 2, 1), (vec![1; 259], 10, 3)]
        {
            let mut back = vec![0; data.len()];
            let squeezed = squeeze(&data, stride, cell);
            let mut inflater = fdeflate::Decompressor::new();
            let (_, written) = inflater.read(&squeezed, &mut back, 0, true).unwrap();
            assert!(inflater.is_done() && written == data.len() && back == data);
        }
    }
}
