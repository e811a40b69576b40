use std::time::Duration;

/// Minutes and seconds, with hours where there are some: `01:42`, `2:03:04`.
pub(crate) fn clock(elapsed_ms: u64) -> String {
    let seconds = Duration::from_millis(elapsed_ms).as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes:02}:{seconds:02}")
    }
}

/// A moment as Discord words it for each reader: "two hours ago".
pub(crate) fn relative(time: Option<&prost_types::Timestamp>) -> String {
    time.map(|time| format!("<t:{}:R>", time.seconds)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_shows_hours_only_where_there_are_some() {
        assert_eq!(clock(102_999), "01:42");
        assert_eq!(clock(7_384_000), "2:03:04");
    }
}
