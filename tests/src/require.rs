/// Says that a test was skipped because `tool` is missing, or fails where `TABLERO_TESTS_REQUIRE`, a list
/// with commas, names it.
pub fn skipped(tool: &str, why: &str) {
    let required = std::env::var("TABLERO_TESTS_REQUIRE").unwrap_or_default();
    assert!(!required.split(',').any(|name| name.trim() == tool), "{tool} is required, but {why}");
    println!("skipped: {why}");
}
