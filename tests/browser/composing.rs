use crate::driver::Device;
use crate::page::Page;
use crate::{PRIVATE, told};

struct Words {
    details: &'static str,
    title: &'static str,
    validate: &'static str,
    sound: &'static str,
    key: &'static str,
}

async fn put(page: &Page, tool: &str, square: &str) {
    let (column, row) = square.split_at(1);
    page.choose("1.", tool).await;
    page.choose("2.", column).await;
    page.choose("3.", row).await;
}

/// Sets up 3Q4/8/8/B1n5/8/k7/2K5/8, where only 1.Qb6 mates in two.
async fn composes(page: &Page, words: &Words) {
    page.say("/problem create").await;
    page.see("select[aria-label^='1.']", "").await;
    page.picture("1-empty").await;
    for (piece, square) in [("wK", "c2"), ("bK", "a3"), ("wQ", "d8"), ("bN", "c5"), ("wB", "a4")] {
        put(page, piece, square).await;
    }
    // The bishop belongs one square further.
    put(page, ">", "a4").await;
    page.picture("2-moving").await;
    page.choose("4.", "5").await;
    page.button(words.details).await;
    for (field, value) in [("title", words.title), ("theme", "Zugzwang")] {
        page.write(&format!("[data-testid=modal-field][data-custom-id='{field}']"), value).await;
    }
    page.picture("3-details").await;
    page.press("[data-testid=modal-submit]", "").await;
    page.see(PRIVATE, words.title).await;
    page.button(words.validate).await;
    let report = page.see(PRIVATE, words.sound).await;
    assert!(report.contains(words.key), "{report}");
    page.picture("4-sound").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_problem_is_made_piece_by_piece_at_a_desk_and_proven() {
    let words = Words {
        details: "Details",
        title: "First steps",
        validate: "Validate",
        sound: "Sound",
        key: "1.Qb6!",
    };
    told("composing", Device::Desktop, "en-US", async |page| composes(page, &words).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_problem_is_made_piece_by_piece_by_thumb_in_spanish_and_proven() {
    let words = Words {
        details: "Detalles",
        title: "Primeros pasos",
        validate: "Validar",
        sound: "Correcto",
        key: "1.Db6!",
    };
    told("composing", Device::Phone, "es-ES", async |page| composes(page, &words).await).await;
}
