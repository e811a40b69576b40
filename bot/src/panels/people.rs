use prost_types::FieldMask;
use serenity::all::CreateModal;
use tablero_api::v1::{
    DeleteProfileRequest, GetMyProfileRequest, GetStandingRequest, GetStandingResponse, RatingPoint,
    Settings, UpdateProfileRequest,
};
use tablero_picture::draw::{Chart, ChartPoint, Theme};

use super::parts::{button, buttons, danger_button, input, line, main_button, menu, option};
use crate::error::{Error, Result};
use crate::house::{Visit, chosen_language};
use crate::id::Id;
use crate::router::Deed;
use crate::screen::Screen;
use crate::talk::Answer;
use crate::words::{Language, counted, plain, say, stipulation, theme_name};

pub(crate) const SETTINGS: &str = "settings";
pub(crate) const FAREWELL: &str = "farewell";
pub(crate) const HELP: &str = "help";

pub(crate) async fn act(visit: &Visit, deed: &Deed) -> Result<Answer> {
    match (deed.id.what.as_str(), deed.id.action.as_str()) {
        (SETTINGS, action) => set(visit, action, deed).await,
        (FAREWELL, "form") => Ok(Answer::form(farewell_form(visit))),
        (FAREWELL, _) => farewell(visit, deed.field("name")).await,
        (_, step) => Ok(Answer::update(help_screen(visit, step.parse().unwrap_or(1)))),
    }
}

/// How a person likes it, to be changed by menus.
pub(crate) async fn settings_screen(visit: &Visit) -> Result<Screen> {
    let language = visit.language;
    let now = &visit.settings;
    let id = |action: &str| Id::new(SETTINGS, "", 0, action, "");
    let theme = if now.theme.is_empty() { Theme::default().name() } else { &now.theme };
    let themes = Theme::ALL.map(|one| {
        option(theme_name(one.name(), language), one.name()).default_selection(one.name() == theme)
    });
    let languages = [
        ("", say!(language, "As in Discord", "Como en Discord")),
        ("en", "English".to_owned()),
        ("es", "Español".to_owned()),
    ];
    let languages = languages.map(|(code, words)| {
        let value = if code.is_empty() { FOLLOW } else { code };
        option(words, value).default_selection(code == now.language)
    });
    let coordinates = if now.hide_coordinates {
        say!(language, "Show coordinates", "Mostrar coordenadas")
    } else {
        say!(language, "Hide coordinates", "Ocultar coordenadas")
    };
    let words = say!(
        language,
        "⚙️ **Your settings.** This is how your boards look.",
        "⚙️ **Tus ajustes.** Así se ven tus tableros."
    );
    let mut screen = Screen::saying(words);
    if let Some(start) = visit.house.games().await?.first().and_then(|game| game.start.as_ref()) {
        screen = screen.picture(visit.house.pen.board(start, visit.style(false)).await?);
    }
    Ok(screen
        .row(menu(id("theme"), &say!(language, "Board colours", "Colores del tablero"), themes.into()))
        .row(menu(id("language"), &say!(language, "Language", "Idioma"), languages.into()))
        .row(buttons([button(id("coordinates"), coordinates)])))
}

/// The language menu's value for no language of one's own.
const FOLLOW: &str = "follow";

async fn set(visit: &Visit, what: &str, deed: &Deed) -> Result<Answer> {
    let mut settings = visit.settings.clone();
    let path = match what {
        "theme" => {
            settings.theme = deed.value()?.into();
            "settings.theme"
        }
        "language" => {
            settings.language = Some(deed.value()?).filter(|code| *code != FOLLOW).unwrap_or_default().into();
            "settings.language"
        }
        _ => {
            settings.hide_coordinates = !settings.hide_coordinates;
            "settings.hide_coordinates"
        }
    };
    let visit = change(visit, path, settings).await?;
    Ok(Answer::update(settings_screen(&visit).await?))
}

/// Changes one setting; the visit goes on with it.
async fn change(visit: &Visit, path: &str, settings: Settings) -> Result<Visit> {
    let request = UpdateProfileRequest {
        update_mask: Some(FieldMask { paths: vec![path.into()] }),
        settings: Some(settings),
        ..UpdateProfileRequest::default()
    };
    let own = visit.desk().profiles.update_profile(request).await?.into_inner().profile.unwrap_or_default();
    visit.house.remember_profile(visit.user_id(), own.clone());
    let mut visit = visit.clone();
    visit.settings = own.settings.unwrap_or_default();
    visit.language = chosen_language(&visit.settings, visit.locale);
    Ok(visit)
}

/// A person's page.
pub(crate) async fn profile_screen(visit: &Visit, profile_id: &str, name: &str) -> Result<Screen> {
    let language = visit.language;
    let request = GetStandingRequest { profile_id: profile_id.into() };
    let standing = visit.desk().rankings.get_standing(request).await?.into_inner();
    let shown = standing.profile.as_ref().map_or(name, |profile| &profile.name);
    let (name, rating, off) = (plain(shown), standing.rating.round(), standing.deviation.round());
    let [streak, best] = [standing.streak_days, standing.best_streak_days].map(|days| match language {
        Language::English => counted(days.into(), "day", "days"),
        Language::Spanish => counted(days.into(), "día", "días"),
    });
    let solved = solved_words(visit, &standing);
    let mut lines = vec![
        format!("👤 **{name}**"),
        say!(language, "📈 Rating **{rating}** ± {off}", "📈 Puntuación **{rating}** ± {off}"),
        say!(language, "🧩 Solved: {solved}", "🧩 Resueltos: {solved}"),
        say!(language, "🔥 Streak: {streak} (best: {best})", "🔥 Racha: {streak} (la mejor: {best})"),
    ];
    if !standing.composed.is_empty() {
        let count = standing.composed.len();
        lines.push(say!(language, "✏️ Composed: {count}", "✏️ Compuestos: {count}"));
        if standing.rated_problems > 0 {
            let (rating, judged) = (standing.composer_rating.round(), standing.rated_problems);
            lines.push(say!(
                language,
                "⭐ As a composer **{rating}** (problems with votes: {judged})",
                "⭐ Como compositor **{rating}** (problemas con votos: {judged})"
            ));
        }
        lines.extend(standing.composed.iter().take(5).map(|problem| {
            let goal = stipulation("chess", problem.moves, language);
            format!("• {goal} {} · {}/{}", plain(&problem.title), problem.solve_count, problem.play_count)
        }));
    }
    let mut screen = Screen::saying(lines.join("\n"));
    if standing.history.len() > 1 {
        screen = screen.picture(chart(visit, shown, &standing).await?);
    }
    Ok(screen)
}

fn solved_words(visit: &Visit, standing: &GetStandingResponse) -> String {
    if standing.solved.is_empty() {
        return say!(visit.language, "nothing yet", "nada todavía");
    }
    let counts = standing
        .solved
        .iter()
        .map(|solved| format!("{} × {}", solved.count, stipulation("chess", solved.moves, visit.language)));
    counts.collect::<Vec<_>>().join(", ")
}

/// Where a rating belongs in a chart: two solves of one second are two points.
fn chart_point(point: &RatingPoint) -> ChartPoint {
    let time = point.time.as_ref().map_or(0.0, |time| time.seconds as f64 + f64::from(time.nanos) / 1e9);
    ChartPoint { time, value: point.rating }
}

async fn chart(visit: &Visit, name: &str, standing: &GetStandingResponse) -> Result<crate::screen::Picture> {
    let points: Vec<_> = standing.history.iter().map(chart_point).collect();
    let day = |point: Option<&ChartPoint>| {
        let time = point.and_then(|point| chrono::DateTime::from_timestamp(point.time as i64, 0));
        time.map(|time| time.format("%Y-%m-%d").to_string()).unwrap_or_default()
    };
    let (first, last) = (points.first().copied(), points.last().copied());
    let (from, to) =
        (first.map_or(0.0, |point| point.value.round()), last.map_or(0.0, |point| point.value.round()));
    let alt = say!(
        visit.language,
        "The rating of {name} over time, from {from} to {to}.",
        "La puntuación de {name} en el tiempo, de {from} a {to}."
    );
    let (first_label, last_label) = (day(first.as_ref()), day(last.as_ref()));
    let chart = Chart { title: name.to_owned(), points, first_label, last_label };
    visit.house.pen.chart(chart, visit.style(false), alt).await
}

/// Asks before a profile is gone for good.
pub(crate) async fn farewell_screen(visit: &Visit) -> Result<Screen> {
    let language = visit.language;
    let name = plain(&own_name(visit).await?);
    let words = say!(
        language,
        "⚠️ This deletes your profile **{name}** for good, with your results, your places in the rankings and the problems you made. Your opponents keep their matches.",
        "⚠️ Esto borra para siempre tu perfil **{name}**, con tus resultados, tus puestos en las clasificaciones y los problemas que hiciste. Tus rivales conservan sus partidas."
    );
    let id = Id::new(FAREWELL, "", 0, "form", "");
    Ok(Screen::saying(words)
        .row(buttons([danger_button(id, say!(language, "Delete my profile…", "Borrar mi perfil…"))])))
}

fn farewell_form(visit: &Visit) -> CreateModal {
    let language = visit.language;
    let id = Id::new(FAREWELL, "", 0, "go", "");
    let label = say!(language, "Your profile's name, to confirm", "El nombre de tu perfil, para confirmar");
    CreateModal::new(id, say!(language, "Delete my profile", "Borrar mi perfil"))
        .components(vec![input(line("name", &label, 64))])
}

async fn farewell(visit: &Visit, name: &str) -> Result<Answer> {
    let request = DeleteProfileRequest { confirmation: name.into(), ..DeleteProfileRequest::default() };
    let gone = visit.desk().profiles.delete_profile(request).await?.into_inner();
    visit.house.forget_profile(visit.user_id());
    let (problems, matches) = match visit.language {
        Language::English => (
            counted(gone.problems.into(), "problem", "problems"),
            counted(gone.matches.into(), "match", "matches"),
        ),
        Language::Spanish => (
            counted(gone.problems.into(), "problema", "problemas"),
            counted(gone.matches.into(), "partida", "partidas"),
        ),
    };
    let words = say!(
        visit.language,
        "Your profile is gone, with {problems} and {matches}. Goodbye!",
        "Tu perfil ya no existe; con él se van {problems} y {matches}. ¡Adiós!"
    );
    Ok(Answer::update(Screen::saying(words)))
}

/// The name of the person's own profile.
pub(crate) async fn own_name(visit: &Visit) -> Result<String> {
    let own = visit.desk().profiles.get_my_profile(GetMyProfileRequest {}).await?.into_inner().profile;
    own.and_then(|own| own.profile)
        .map(|profile| profile.name)
        .ok_or_else(|| Error::Unexpected("a profile without itself".into()))
}

/// Teaches in three steps.
pub(crate) fn help_screen(visit: &Visit, step: u32) -> Screen {
    let step = step.clamp(1, 3);
    let words = match (step, visit.language) {
        (1, Language::English) => {
            "## 1. Solve\nType `/solve` and press **Solve**. Only you see your board: choose a piece, then a square. A wrong try is answered with the move that refutes it, and you try again.\n-# `/solve moves:2` asks for a mate in two. The Hint button tells the piece first, then the square."
        }
        (1, Language::Spanish) => {
            "## 1. Resuelve\nEscribe `/resolver` y pulsa **Resolver**. Solo tú ves tu tablero: elige una pieza y luego una casilla. Un intento fallido se responde con la jugada que lo refuta, y pruebas otra vez.\n-# `/resolver jugadas:2` pide un mate en dos. El botón Pista dice primero la pieza, luego la casilla."
        }
        (2, Language::English) => {
            "## 2. Play\n`/play` starts a whole game: against a machine (`level`), against a member (`opponent`), or against whoever accepts. Move with the menus, with **Type**, or with `/move`. `/matches` brings back what you left."
        }
        (2, Language::Spanish) => {
            "## 2. Juega\n`/jugar` empieza una partida: contra una máquina (`nivel`), contra un miembro (`rival`) o contra quien acepte. Mueve con los menús, con **Escribir** o con `/mover`. `/partidas` recupera lo que dejaste."
        }
        (_, Language::English) => {
            "## 3. Compose\n`/problem create` opens an empty board, or one from a FEN. Put the pieces, press **Validate**, and it is *proven*: one key, no shorter mate, every defence met. Then everybody can solve it, and `/leaderboard` shows who is best.\n-# `/settings` changes colours and language, `/profile` shows how you stand."
        }
        (_, Language::Spanish) => {
            "## 3. Compón\n`/problema crear` abre un tablero vacío, o uno de un FEN. Pon las piezas, pulsa **Validar**, y queda *demostrado*: una clave, ningún mate más corto, toda defensa respondida. Entonces todos pueden resolverlo, y `/clasificación` dice quién es mejor.\n-# `/ajustes` cambia colores e idioma, `/perfil` muestra cómo vas."
        }
    };
    let id = |step: u32| Id::new(HELP, "", 0, &step.to_string(), "");
    let names = match visit.language {
        Language::English => ["1 Solve", "2 Play", "3 Compose"],
        Language::Spanish => ["1 Resuelve", "2 Juega", "3 Compón"],
    };
    let row = names.into_iter().zip(1..).map(|(name, this)| {
        if this == step { main_button(id(this), name).disabled(true) } else { button(id(this), name) }
    });
    Screen::saying(words).row(buttons(row))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_solves_of_one_second_are_apart_in_a_chart() {
        let at = |nanos| RatingPoint {
            time: Some(prost_types::Timestamp { seconds: 1_800_000_000, nanos }),
            ..RatingPoint::default()
        };
        assert!(chart_point(&at(200_000_000)).time < chart_point(&at(700_000_000)).time);
    }
}
