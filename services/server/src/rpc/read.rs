use uuid::Uuid;

use crate::error::{Error, Fault, Result};

pub(super) fn id(field: &'static str, raw: &str) -> Result<Uuid> {
    Uuid::try_parse(raw)
        .map_err(|_| Error::Invalid(vec![Fault::new(field, "BAD_ID", format!("{field} is not a UUID"))]))
}

/// The paths of a field mask, and what is wrong with them.
pub(super) fn mask(mask: Option<prost_types::FieldMask>, known: &[&str]) -> (Vec<String>, Vec<Fault>) {
    let paths = mask.unwrap_or_default().paths;
    let list = known.iter().map(|path| format!("`{path}`")).collect::<Vec<_>>().join(", ");
    let mut faults = Vec::new();
    if paths.is_empty() {
        let words = format!("say what to change: update_mask names some of {list}");
        faults.push(Fault::new("update_mask", "MASK_EMPTY", words));
    }
    for path in paths.iter().filter(|path| !known.contains(&path.as_str())) {
        let words = format!("update_mask names {path:?}, but only these can be changed: {list}");
        faults.push(Fault::new("update_mask", "MASK_UNKNOWN_PATH", words));
    }
    (paths, faults)
}
