use std::fmt;

use super::{axes::Axes, fault::Fault};
use crate::{Choice, GameOption, OptionKind};

pub(super) const OPTIONS: &[GameOption] = &[
    GameOption {
        name: "size",
        about: "How many squares the board has along a side.",
        kind: OptionKind::Number { min: 4, max: 16, step: 2 },
        default: "8",
    },
    GameOption {
        name: "axes",
        about: "The lines along which discs are taken.",
        kind: OptionKind::Some(&[
            Choice { value: "h", about: "horizontal" },
            Choice { value: "v", about: "vertical" },
            Choice { value: "d", about: "diagonal" },
        ]),
        default: "hvd",
    },
    GameOption {
        name: "skips",
        about: "How often black and white may pass over the opponent's next turn.",
        kind: OptionKind::PerSide { min: 0, max: 3 },
        default: "0,0",
    },
];

/// The rules that are chosen before a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Settings {
    pub(super) size: u8,
    pub(super) axes: Axes,
    /// Granted to each side at the start.
    pub(super) skips: [u8; 2],
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { size: 8, axes: Axes::ALL, skips: [0, 0] }
    }
}

impl Settings {
    /// Reads `size=8 axes=hvd skips=0,0`, in any order; what is not said keeps its default.
    ///
    /// # Errors
    /// Every fault of the text.
    pub fn read(text: &str) -> Result<Settings, Vec<Fault>> {
        let mut settings = Settings::default();
        let (mut seen, mut faults) = (Vec::new(), Vec::new());
        for word in text.split_whitespace() {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            let Some(option) = OPTIONS.iter().find(|option| option.name.eq_ignore_ascii_case(name)) else {
                faults.push(Fault::UnknownOption(shown(name)));
                continue;
            };
            if seen.contains(&option.name) {
                faults.push(Fault::RepeatedOption(option.name));
            }
            seen.push(option.name);
            faults.extend(settings.set(option.name, value).err());
        }
        if faults.is_empty() { Ok(settings) } else { Err(faults) }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        match name {
            "size" => self.size = size(value).ok_or_else(|| Fault::BadSize(shown(value)))?,
            "axes" => self.axes = Axes::read(value).ok_or_else(|| Fault::BadAxes(shown(value)))?,
            _ => self.skips = skips(value).ok_or_else(|| Fault::BadSkips(shown(value)))?,
        }
        Ok(())
    }

    /// Whether boards and lines are those of the literature.
    #[must_use]
    pub fn is_standard(&self) -> bool {
        self.size == 8 && self.axes == Axes::ALL
    }

    #[must_use]
    pub fn size(&self) -> u32 {
        self.size.into()
    }

    #[must_use]
    pub fn axes(&self) -> Axes {
        self.axes
    }

    #[must_use]
    pub fn skips(&self) -> [u8; 2] {
        self.skips
    }
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Settings { size, axes, skips: [first, second] } = self;
        write!(f, "size={size} axes={axes} skips={first},{second}")
    }
}

fn size(text: &str) -> Option<u8> {
    text.parse().ok().filter(|size: &u8| (4..=16).contains(size) && size.is_multiple_of(2))
}

/// Reads a number from 0 to 3 for each side.
pub(super) fn skips(text: &str) -> Option<[u8; 2]> {
    let (first, second) = text.split_once(',')?;
    let number = |text: &str| text.parse().ok().filter(|skips: &u8| *skips <= 3);
    Some([number(first)?, number(second)?])
}

/// What somebody typed, short enough to be said back.
pub(super) fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_read_back_as_themselves_in_any_order() {
        for text in ["size=8 axes=hvd skips=0,0", "size=16 axes=d skips=3,1", "size=4 axes=hv skips=0,2"] {
            assert_eq!(Settings::read(text).unwrap().to_string(), text);
        }
        assert_eq!(Settings::read("").unwrap(), Settings::default());
        assert_eq!(
            Settings::read(" skips=1,0  AXES=Dh\nsize=6").unwrap().to_string(),
            "size=6 axes=hd skips=1,0"
        );
    }

    #[test]
    fn every_fault_of_the_rules_is_named() {
        let faults = Settings::read("size=7 axes=hh skips=4,0 komi=6 size=300 skips").unwrap_err();
        let reasons: Vec<_> = faults.iter().map(Fault::reason).collect();
        assert_eq!(
            reasons,
            [
                "BAD_SIZE",
                "BAD_AXES",
                "BAD_SKIPS",
                "UNKNOWN_OPTION",
                "REPEATED_OPTION",
                "BAD_SIZE",
                "REPEATED_OPTION",
                "BAD_SKIPS"
            ]
        );
        for bad in ["size=2", "size=18", "size=", "axes=", "axes=x", "skips=1", "skips=1,-1", "8"] {
            assert_eq!(Settings::read(bad).unwrap_err().len(), 1, "{bad}");
        }
    }

    #[test]
    fn the_defaults_are_the_described_ones() {
        let described: Vec<String> =
            OPTIONS.iter().map(|option| format!("{}={}", option.name, option.default)).collect();
        assert_eq!(described.join(" "), Settings::default().to_string());
    }
}
