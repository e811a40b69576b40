use serenity::all::CreateActionRow;
use tablero_api::v1::VoteProblemRequest;

use super::parts::{button, buttons};
use crate::error::Result;
use crate::house::Visit;
use crate::id::Id;
use crate::router::Deed;
use crate::screen::Screen;
use crate::talk::Answer;
use crate::words::{Language, counted, say};

/// How much somebody liked what they solved.
pub(crate) const VOTE: &str = "vote";
const MOST: u32 = 5;

/// One button for each number of stars.
pub(super) fn row(problem_id: &str) -> CreateActionRow {
    let star = |stars: u32| button(Id::new(VOTE, problem_id, stars, "vote", ""), format!("{stars} ★"));
    buttons((1..=MOST).map(star))
}

pub(crate) async fn act(visit: &Visit, deed: &Deed) -> Result<Answer> {
    let stars = deed.id.ply;
    let request = VoteProblemRequest { problem_id: deed.id.subject.clone(), stars };
    let now = visit.desk().problems.vote_problem(request).await?.into_inner();
    let given = "★".repeat(stars as usize) + &"☆".repeat(MOST.saturating_sub(stars) as usize);
    let standing = words(now.quality, now.vote_count, visit.language);
    Ok(Answer::private(Screen::saying(say!(
        visit.language,
        "{given} Thank you! The problem stands at {standing} now. Press again if you change your mind.",
        "{given} ¡Gracias! El problema está ahora en {standing}. Pulsa otra vez si cambias de idea."
    ))))
}

/// What the votes say: `★ 4.1 (7 votes)`.
pub(crate) fn words(quality: f64, votes: u64, language: Language) -> String {
    let votes = match language {
        Language::English => counted(votes, "vote", "votes"),
        Language::Spanish => counted(votes, "voto", "votos"),
    };
    format!("★ {quality:.1} ({votes})")
}
