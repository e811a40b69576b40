use uuid::Uuid;

use crate::error::{Error, Fault, Result};

pub(super) fn id(field: &'static str, raw: &str) -> Result<Uuid> {
    Uuid::try_parse(raw)
        .map_err(|_| Error::Invalid(vec![Fault::new(field, "BAD_ID", format!("{field} is not a UUID"))]))
}

const DEFAULT_SIZE: u32 = 20;
const LARGEST_SIZE: u32 = 100;

/// How many entries a page has.
pub(super) fn page_size(size: u32, faults: &mut Vec<Fault>) -> usize {
    if size > LARGEST_SIZE {
        let words = format!("a page has at most {LARGEST_SIZE} entries");
        faults.push(Fault::new("page_size", "BAD_PAGE_SIZE", words));
    }
    if size == 0 { DEFAULT_SIZE as usize } else { size as usize }
}

/// Where a page begins: at the beginning, or where one of our tokens says.
pub(super) fn page_token<T>(
    text: &str,
    faults: &mut Vec<Fault>,
    read: impl FnOnce(&str) -> Option<T>,
) -> Option<T> {
    let token = Some(text).filter(|text| !text.is_empty()).map(read)?;
    if token.is_none() {
        let words = "this page token is not one that we gave for this list";
        faults.push(Fault::new("page_token", "BAD_PAGE_TOKEN", words));
    }
    token
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
