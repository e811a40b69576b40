//! Tablero as people meet it in the page of the sandbox: in a browser, by mouse and by thumb.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod driver;
mod page;

use driver::Device::{Desktop, Phone};
use page::Page;
use tablero_tests::Chat;

/// Sound: 1.Nd7! with the threat of 2.Nb6 and 2.Nf6.
const MATE_IN_TWO: &str = "3K4/8/6n1/1B1kNN2/5rR1/4Q3/8/8 w - - 0 1";

/// What the page and the bot say in a language.
struct Words {
    locale: &'static str,
    solve: &'static str,
    key: &'static str,
    solved: &'static str,
    public: &'static str,
    create: &'static str,
    empty: &'static str,
    validate: &'static str,
    sound: &'static str,
}

const ENGLISH: Words = Words {
    locale: "en-US",
    solve: "Solve",
    key: "1. Nd7",
    solved: "Solved!",
    public: "Bob solved",
    create: "/problem create",
    empty: "The board is empty",
    validate: "Validate",
    sound: "Sound",
};
const SPANISH: Words = Words {
    locale: "es-ES",
    solve: "Resolver",
    key: "1. Cd7",
    solved: "¡Resuelto!",
    public: "Ana ",
    create: "/problema crear",
    empty: "El tablero está vacío",
    validate: "Validar",
    sound: "Correcto",
};

/// The private panel: the newest message that only this person sees.
const PANEL: &str = "[data-testid=message][data-ephemeral=true]";
const PUBLIC: &str = "[data-testid=message][data-ephemeral=false]";

async fn solves_by_menus(page: &Page, words: &Words) {
    page.picture("1-welcome").await;
    page.say("/solve").await;
    page.button(words.solve).await;
    page.see(PANEL, "").await;
    page.picture("2-panel").await;
    page.choose("1.", "e5").await;
    page.picture("3-piece").await;
    page.choose("2.", "e5d7").await;
    page.see(PANEL, words.key).await;
    // The defence is the machine's own: whatever it is, some piece mates.
    let mut mate = None;
    for (piece, _) in page.offers("1.").await {
        page.choose("1.", &piece).await;
        let moves = page.offers("2.").await;
        mate = moves.into_iter().find(|(_, label)| label.ends_with('#'));
        if mate.is_some() {
            break;
        }
    }
    let (mate, _) = mate.expect("some move mates");
    page.picture("4-mate").await;
    page.choose("2.", &mate).await;
    page.see(PANEL, words.solved).await;
    page.see(PUBLIC, words.public).await;
    page.picture("5-solved").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mate_in_two_is_solved_by_menus_at_a_desk() {
    solving(Desktop, &ENGLISH).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mate_in_two_is_solved_by_thumb_in_spanish() {
    solving(Phone, &SPANISH).await;
}

async fn solving(device: driver::Device, words: &Words) {
    let chat = Chat::open().await;
    chat.problem(MATE_IN_TWO, 2).await;
    if let Some(page) = Page::open(&chat.sandbox.url(), device, words.locale, "solving").await {
        solves_by_menus(&page, words).await;
        page.close().await;
    }
    chat.close().await;
}
