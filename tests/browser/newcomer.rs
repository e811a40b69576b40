use fantoccini::key::Key;

use crate::driver::Device;
use crate::page::Page;
use crate::{PRIVATE, PUBLIC, told};

const SUGGESTION: &str = "[data-testid=suggestion]";

/// Follows what the page suggests to somebody who has never seen it.
async fn looks_around(page: &Page) {
    page.see(SUGGESTION, "/solve").await;
    page.picture("1-welcome").await;
    page.write("[data-testid=message-box]", "/").await;
    page.see("[data-testid=command-entry]", "/solve").await;
    page.picture("2-commands").await;
    page.write("[data-testid=message-box]", &Key::Backspace.to_string()).await;
    page.press(SUGGESTION, "/solve").await;
    page.see(PUBLIC, "Mate in 2").await;
    page.picture("3-card").await;
    page.say("/play").await;
    page.press("[data-testid=thread-link]", "").await;
    page.see("[data-testid=channel-title]", "machine").await;
    page.see("select[aria-label^='1.']", "").await;
    page.choose("1.", "g1").await;
    page.picture("4-match").await;
    page.say("/help").await;
    page.see(PRIVATE, "/solve").await;
    page.picture("5-help").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_at_a_desk_is_shown_what_to_do() {
    told("newcomer", Device::Desktop, "en-US", looks_around).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_with_a_phone_is_shown_what_to_do() {
    told("newcomer", Device::Phone, "en-US", looks_around).await;
}
