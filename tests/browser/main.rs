//! Tablero as people meet it in the page of the sandbox: in a browser, by mouse and by thumb.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod composing;
mod driver;
mod life;
mod newcomer;
mod page;
mod solving;

use driver::Device;
use page::Page;
use tablero_tests::Chat;

/// Sound: 1.Nd7! with the threat of 2.Nb6 and 2.Nf6.
const MATE_IN_TWO: &str = "3K4/8/6n1/1B1kNN2/5rR1/4Q3/8/8 w - - 0 1";

/// The messages that only this person sees, and those that everybody does.
const PRIVATE: &str = "[data-testid=message][data-ephemeral=true]";
const PUBLIC: &str = "[data-testid=message][data-ephemeral=false]";

/// Tells a story on the page of a fresh sandbox whose library has one problem.
async fn told(story: &'static str, device: Device, language: &str, tell: impl AsyncFnOnce(&Page)) {
    let chat = Chat::open().await;
    chat.problem(MATE_IN_TWO, 2).await;
    if let Some(page) = Page::open(&chat.sandbox.url(), device, language, story).await {
        tell(&page).await;
        page.close().await;
    }
    chat.close().await;
}
