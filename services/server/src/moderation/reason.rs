use crate::error::{Error, Fault, Result};

const LONGEST: usize = 300;

/// Why somebody does or reports something.
///
/// # Errors
/// If it is too long, or missing where it is needed.
pub(crate) fn reason(text: &str, needed: bool) -> Result<String> {
    let text: String = text.chars().filter(|c| *c != '\0').collect();
    let text = text.trim();
    let least = usize::from(needed);
    match (least..=LONGEST).contains(&text.chars().count()) {
        true => Ok(text.to_owned()),
        false => {
            let words = format!("a reason has {least} to {LONGEST} characters");
            Err(Error::Invalid(vec![Fault::new("reason", "BAD_REASON", words)]))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_trimmed_and_counted_by_characters() {
        assert_eq!(reason("  spam\0 ", true).unwrap(), "spam");
        assert_eq!(reason(&"ñ".repeat(300), true).unwrap().chars().count(), 300);
        assert!(reason(&"ñ".repeat(301), false).is_err());
        assert!(reason(" \n", true).is_err());
        assert_eq!(reason(" \n", false).unwrap(), "");
    }
}
