/// An opaque colour in sRGB.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Rgb(pub(super) [u8; 3]);

pub(super) const fn rgb(hex: u32) -> Rgb {
    let [_, red, green, blue] = hex.to_be_bytes();
    Rgb([red, green, blue])
}

impl Rgb {
    /// This colour under `over` with the given opacity.
    pub(super) fn under(self, over: Rgb, opacity: u8) -> Rgb {
        let opacity = u32::from(opacity);
        let mix = |channel: usize| {
            let sum = u32::from(self.0[channel]) * (255 - opacity) + u32::from(over.0[channel]) * opacity;
            u8::try_from((sum + 127) / 255).unwrap_or(u8::MAX)
        };
        Rgb([mix(0), mix(1), mix(2)])
    }

    /// A distance that follows the eye: green counts most, blue least.
    pub(super) fn distance(self, other: Rgb) -> u32 {
        let squared = |channel: usize| u32::from(self.0[channel].abs_diff(other.0[channel])).pow(2);
        3 * squared(0) + 4 * squared(1) + 2 * squared(2)
    }

    pub(super) fn css(self) -> String {
        let [red, green, blue] = self.0;
        format!("#{red:02x}{green:02x}{blue:02x}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opacity_runs_from_one_colour_to_the_other() {
        let (black, white) = (rgb(0), rgb(0xff_ff_ff));
        assert_eq!(black.under(white, 0), black);
        assert_eq!(black.under(white, 255), white);
        assert_eq!(black.under(white, 128).css(), "#808080");
    }
}
