//! Stacks of convolutions, forward only. Values lie pixel by pixel, all channels of one together.

/// How many outputs are summed side by side; what the weights are padded to.
const LANES: usize = 8;

/// One layer: 3 by 3 with a border of zeros, or 1 by 1. Weights are stored for lanes of outputs.
#[derive(Debug)]
pub(super) struct Layer {
    inputs: usize,
    outputs: usize,
    side: usize,
    stride: usize,
    weights: Vec<[f32; LANES]>,
    biases: Vec<[f32; LANES]>,
}

/// A picture between layers.
#[derive(Debug, Clone)]
pub(super) struct Field {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) channels: usize,
    pub(super) values: Vec<f32>,
}

impl Field {
    pub(super) fn add(&mut self, other: &Field) {
        debug_assert_eq!(self.values.len(), other.values.len());
        self.values.iter_mut().zip(&other.values).for_each(|(value, more)| *value += more);
    }
}

/// Reads the layers of a weights file: `TNN1`, how many, their shapes (inputs, outputs, side, stride), then for each its
/// weights as halves, by side, input and output, and its biases. `None` if it is cut short.
pub(super) fn layers(file: &[u8]) -> Option<Vec<Layer>> {
    let mut rest = file.strip_prefix(b"TNN1")?;
    let count = take_word(&mut rest)?;
    let mut shapes = Vec::new();
    for _ in 0..count {
        let mut word = || take_word(&mut rest);
        shapes.push([word()?, word()?, word()?, word()?]);
    }
    let mut read = |[inputs, outputs, side, stride]: [usize; 4]| {
        let terms = side * side * inputs;
        let blocks = outputs.div_ceil(LANES);
        let mut weights = vec![[0.0; LANES]; terms * blocks];
        for term in 0..terms {
            for output in 0..outputs {
                let half = u16::from_le_bytes(take(&mut rest)?);
                weights[output / LANES * terms + term][output % LANES] = from_half(half);
            }
        }
        let mut biases = vec![[0.0; LANES]; blocks];
        for output in 0..outputs {
            biases[output / LANES][output % LANES] = f32::from_le_bytes(take(&mut rest)?);
        }
        Some(Layer { inputs, outputs, side, stride, weights, biases })
    };
    shapes.into_iter().map(&mut read).collect()
}

fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, left) = rest.split_first_chunk()?;
    *rest = left;
    Some(*taken)
}

fn take_word(rest: &mut &[u8]) -> Option<usize> {
    take(rest).map(|bytes| u32::from_le_bytes(bytes) as usize)
}

fn from_half(half: u16) -> f32 {
    let sign = u32::from(half & 0x8000) << 16;
    let (exponent, fraction) = (u32::from(half >> 10 & 31), u32::from(half & 0x3ff));
    match exponent {
        0 => f32::from_bits(sign | (fraction as f32 * 2.0_f32.powi(-24)).to_bits()),
        31 => f32::from_bits(sign | 0x7f80_0000 | fraction << 13),
        _ => f32::from_bits(sign | (exponent + 112) << 23 | fraction << 13),
    }
}

impl Layer {
    /// The values after this layer, without what is below zero if `rectified`.
    pub(super) fn run(&self, field: &Field, rectified: bool) -> Field {
        debug_assert_eq!(field.channels, self.inputs);
        let border = self.side / 2;
        let padded = padded(field, border);
        let width = (field.width - 1) / self.stride + 1;
        let height = (field.height - 1) / self.stride + 1;
        let mut out =
            Field { width, height, channels: self.outputs, values: vec![0.0; width * height * self.outputs] };
        let line = (field.width + 2 * border) * self.inputs;
        for y in 0..height {
            let above = &padded[y * self.stride * line..];
            let mut x = 0;
            while x < width {
                let taken = if x + 4 <= width { 4 } else { 1 };
                for block in 0..self.biases.len() {
                    let sums = if taken == 4 {
                        self.sums::<4>(above, line, x, block)
                    } else {
                        let [one] = self.sums::<1>(above, line, x, block);
                        [one, one, one, one]
                    };
                    let first = block * LANES;
                    let lanes = (self.outputs - first).min(LANES);
                    for (at, sum) in sums.iter().enumerate().take(taken) {
                        let start = (y * width + x + at) * self.outputs + first;
                        for (value, sum) in out.values[start..][..lanes].iter_mut().zip(sum) {
                            *value = if rectified { sum.max(0.0) } else { *sum };
                        }
                    }
                }
                x += taken;
            }
        }
        out
    }

    /// The outputs of one block for some neighbouring pixels. All inputs of a line of the window lie together.
    #[inline]
    fn sums<const PIXELS: usize>(
        &self,
        above: &[f32],
        line: usize,
        x: usize,
        block: usize,
    ) -> [[f32; LANES]; PIXELS] {
        let run = self.side * self.inputs;
        let mut sums = [self.biases[block]; PIXELS];
        for row in 0..self.side {
            let weights = &self.weights[(block * self.side + row) * run..][..run];
            let inputs: [&[f32]; PIXELS] =
                std::array::from_fn(|at| &above[row * line + (x + at) * self.stride * self.inputs..][..run]);
            for (term, weights) in weights.iter().enumerate() {
                for (sum, inputs) in sums.iter_mut().zip(inputs) {
                    for (sum, weight) in sum.iter_mut().zip(weights) {
                        *sum += inputs[term] * weight;
                    }
                }
            }
        }
        sums
    }
}

fn padded(field: &Field, border: usize) -> Vec<f32> {
    let line = field.width * field.channels;
    let edge = border * field.channels;
    let mut padded = vec![0.0; (line + 2 * edge) * (field.height + 2 * border)];
    for (y, values) in field.values.chunks_exact(line).enumerate() {
        padded[(y + border) * (line + 2 * edge) + edge..][..line].copy_from_slice(values);
    }
    padded
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(shape: [u32; 4], halves: &[u16], biases: &[f32]) -> Vec<u8> {
        let mut file = b"TNN1".to_vec();
        file.extend(1_u32.to_le_bytes());
        file.extend(shape.iter().flat_map(|word| word.to_le_bytes()));
        file.extend(halves.iter().flat_map(|half| half.to_le_bytes()));
        file.extend(biases.iter().flat_map(|bias| bias.to_le_bytes()));
        file
    }

    #[test]
    fn a_layer_adds_up_its_window() {
        const ONE: u16 = 0x3c00;
        let layers = layers(&file([1, 2, 3, 2], &[ONE; 18], &[0.0, -5.0])).expect("a whole file");
        let values = (0..5 * 6).map(|at| at as f32).collect();
        let out = layers[0].run(&Field { width: 6, height: 5, channels: 1, values }, true);
        assert_eq!((out.width, out.height, out.channels), (3, 3, 2));
        assert_eq!(out.values[..2], [0.0 + 1.0 + 6.0 + 7.0, 14.0 - 5.0]);
        let middle: f32 = [7, 8, 9, 13, 14, 15, 19, 20, 21].map(|value| value as f32).iter().sum();
        assert_eq!(out.values[(3 + 1) * 2], middle);
    }

    #[test]
    fn a_file_that_is_cut_short_is_refused() {
        let whole = file([1, 1, 1, 1], &[0x3c00], &[0.5]);
        assert!(layers(&whole).is_some());
        for length in 0..whole.len() {
            assert!(layers(&whole[..length]).is_none(), "{length}");
        }
    }

    #[test]
    fn halves_are_read() {
        for (half, value) in
            [(0x3c00, 1.0), (0xc000, -2.0), (0x3555, 0.333_251_95), (0x0001, 5.960_464_5e-8), (0x8000, -0.0)]
        {
            assert_eq!(from_half(half), value);
        }
    }
}
