use std::fmt::{self, Display};

/// Discord's limit for a component's id.
const LONGEST: usize = 100;
const VERSION: &str = "v1";

/// What a component needs to know when it is used: it rides in its `custom_id`, so that it works after a restart.
///
/// Written as `v1:<what>:<subject>:<ply>:<action>:<rest>`; only the rest may hold a colon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Id {
    /// Which panel.
    pub(crate) what: String,
    /// The id of the match, problem or simulation.
    pub(crate) subject: String,
    /// What the person saw.
    pub(crate) ply: u32,
    pub(crate) action: String,
    /// Whatever else the panel wants to remember.
    pub(crate) rest: String,
}

impl Id {
    pub(crate) fn new(what: &str, subject: &str, ply: u32, action: &str, rest: impl Display) -> Id {
        Id { what: what.into(), subject: subject.into(), ply, action: action.into(), rest: rest.to_string() }
    }

    pub(crate) fn read(text: &str) -> Option<Id> {
        let mut parts = text.splitn(6, ':');
        if parts.next()? != VERSION {
            return None;
        }
        let mut next = || parts.next().map(str::to_owned);
        Some(Id {
            what: next()?,
            subject: next()?,
            ply: next()?.parse().ok()?,
            action: next()?,
            rest: next()?,
        })
    }
}

impl Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Id { what, subject, ply, action, rest } = self;
        let text = format!("{VERSION}:{what}:{subject}:{ply}:{action}:{rest}");
        debug_assert!(text.chars().count() <= LONGEST, "{text} is too long for Discord");
        f.write_str(&text)
    }
}

impl From<Id> for String {
    fn from(id: Id) -> String {
        id.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_read_as_it_was_written() {
        let id = Id::new("solve", "67e55044-10b1-426f-9247-bb680e5fe0c8", 12, "play", "1:e2");
        assert_eq!(Id::read(&id.to_string()), Some(id));
    }

    #[test]
    fn ids_of_other_versions_and_makers_are_not_read() {
        for text in
            ["", "v1", "v2:solve:x:0:play:", "v1:solve:x:minus:play:", "v1:solve:x:0:play", "game:42:flip"]
        {
            assert_eq!(Id::read(text), None, "{text:?}");
        }
    }
}
