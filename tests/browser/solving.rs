use crate::driver::Device;
use crate::page::Page;
use crate::{PRIVATE, PUBLIC, told};

struct Words {
    solve: &'static str,
    key: &'static str,
    solved: &'static str,
    public: &'static str,
}

async fn solves_by_menus(page: &Page, words: &Words) {
    page.say("/solve").await;
    page.button(words.solve).await;
    page.see(PRIVATE, "").await;
    page.picture("1-panel").await;
    page.choose("1.", "e5").await;
    page.unfold("2.").await;
    page.picture("2-piece").await;
    page.choose("2.", "e5d7").await;
    page.see(PRIVATE, words.key).await;
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
    page.picture("3-mate").await;
    page.choose("2.", &mate).await;
    page.see(PRIVATE, words.solved).await;
    page.see(PUBLIC, words.public).await;
    page.picture("4-solved").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mate_in_two_is_solved_by_menus_at_a_desk() {
    let words = Words { solve: "Solve", key: "1. Nd7", solved: "Solved!", public: "Bob solved it!" };
    told("solving", Device::Desktop, "en-US", async |page| solves_by_menus(page, &words).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mate_in_two_is_solved_by_thumb_in_spanish() {
    let words =
        Words { solve: "Resolver", key: "1. Cd7", solved: "¡Resuelto!", public: "Ana lo ha resuelto!" };
    told("solving", Device::Phone, "es-ES", async |page| solves_by_menus(page, &words).await).await;
}
