use unicode_normalization::UnicodeNormalization;

use crate::error::Fault;

const SHORTEST: usize = 2;
const LONGEST: usize = 32;

/// A valid name: how it is shown, and the key under which equal names are equal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Name {
    shown: String,
    key: String,
}

impl Name {
    /// # Errors
    /// Every rule that the name breaks.
    pub(crate) fn new(raw: &str) -> Result<Name, Vec<Fault>> {
        let shown: String = raw.nfkc().collect();
        let length = shown.chars().count();
        let mut faults = Vec::new();
        if length < SHORTEST {
            faults.push(fault("NAME_TOO_SHORT", format!("a name has at least {SHORTEST} characters")));
        }
        if length > LONGEST {
            faults.push(fault("NAME_TOO_LONG", format!("a name has at most {LONGEST} characters")));
        }
        if let Some(bad) = shown.chars().find(|c| !allowed(*c)) {
            let words = format!("a name has letters, digits, `_`, `-` and `.` only, not {bad:?}");
            faults.push(fault("NAME_BAD_CHARACTER", words));
        }
        match faults.is_empty() {
            true => Ok(Name { key: Name::key_of(&shown), shown }),
            false => Err(faults),
        }
    }

    /// The key of any text: two texts with one key are one name. This is Unicode's compatibility caseless matching.
    pub(crate) fn key_of(raw: &str) -> String {
        let folded = caseless::default_case_fold_str(&raw.nfkc().collect::<String>());
        let again = caseless::default_case_fold_str(&folded.nfkc().collect::<String>());
        again.nfkc().collect()
    }

    /// The nearest valid name to what somebody is called elsewhere.
    pub(crate) fn near(display: &str) -> Name {
        let spaced = display.nfkc().map(|c| if c.is_whitespace() { '_' } else { c });
        let kept: String = spaced.filter(|c| allowed(*c)).take(LONGEST).collect();
        Name::new(kept.trim_matches('_'))
            .unwrap_or_else(|_| Name { shown: "player".into(), key: Name::key_of("player") })
    }

    /// The same name with a number behind it, for when it is taken.
    pub(crate) fn numbered(&self, number: u32) -> Name {
        let tail = format!("-{number}");
        let kept: String = self.shown.chars().take(LONGEST - tail.len()).collect();
        let shown = kept + &tail;
        Name { key: Name::key_of(&shown), shown }
    }

    pub(crate) fn shown(&self) -> &str {
        &self.shown
    }

    pub(crate) fn key(&self) -> &str {
        &self.key
    }
}

fn allowed(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.')
}

fn fault(reason: &'static str, words: String) -> Fault {
    Fault::new("name", reason, words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reasons(raw: &str) -> Vec<&'static str> {
        Name::new(raw).expect_err("the name breaks a rule").iter().map(|fault| fault.reason).collect()
    }

    #[test]
    fn letters_and_digits_of_any_script_make_a_name() {
        for raw in ["ana", "Ñandú", "李雷", "Боря-2", "a.b_c-d", "x9", &"é".repeat(32)] {
            assert!(Name::new(raw).is_ok(), "{raw}");
        }
    }

    #[test]
    fn every_broken_rule_is_named_at_once() {
        assert_eq!(reasons(""), ["NAME_TOO_SHORT"]);
        assert_eq!(reasons("!"), ["NAME_TOO_SHORT", "NAME_BAD_CHARACTER"]);
        assert_eq!(reasons(&"a b".repeat(20)), ["NAME_TOO_LONG", "NAME_BAD_CHARACTER"]);
    }

    #[test]
    fn spaces_controls_emoji_and_invisible_characters_are_refused() {
        for raw in ["a b", "a\nb", "ana😀", "a\u{200b}na", "a\u{202e}na", "<ana>", "@ana"] {
            assert_eq!(reasons(raw), ["NAME_BAD_CHARACTER"], "{raw:?}");
        }
    }

    #[test]
    fn names_that_differ_by_case_or_composition_have_one_key() {
        let pairs = [
            ("Ana", "aNA"),
            ("STRASSE", "straße"),
            ("ΣΊΣΥΦΟΣ", "σίσυφος"),
            ("e\u{301}va", "Éva"),
            ("Ａｎａ", "ana"),
        ];
        for (one, other) in pairs {
            assert_eq!(Name::key_of(one), Name::key_of(other), "{one} {other}");
        }
        assert_ne!(Name::key_of("ana"), Name::key_of("anna"));
    }

    #[test]
    fn length_is_counted_after_normalisation() {
        assert!(Name::new(&"e\u{301}".repeat(32)).is_ok());
        assert_eq!(reasons(&"ﬃ".repeat(11)), ["NAME_TOO_LONG"]);
    }

    #[test]
    fn any_display_name_has_a_valid_name_near_it() {
        let cases = [
            ("Ana María", "Ana_María"),
            ("  ", "player"),
            ("😀", "player"),
            ("x", "player"),
            ("~~bob~~", "bob"),
            (" bob ", "bob"),
        ];
        for (display, near) in cases {
            assert_eq!(Name::near(display).shown(), near);
        }
        let long = Name::near(&"w".repeat(100));
        assert_eq!(long.numbered(1234).shown().chars().count(), LONGEST);
        assert!(Name::new(long.numbered(7).shown()).is_ok());
    }
}
