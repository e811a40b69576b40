use tablero_api::v1::{Tourney, TourneyEnd, TourneyEntry, TourneySide, TourneyState};
use tablero_picture::draw::{Leaderboard, Standing, Style};

use super::lists::medal;
use super::parts::{menu, option};
use super::tourney::{TOURNEY, running_row};
use crate::error::Result;
use crate::house::House;
use crate::id::Id;
use crate::screen::Screen;
use crate::words::{Language, clock, plain, relative, say, spell, stipulation};

/// So many people a message shows.
const SHOWN: usize = 10;

/// A tourney in a channel, from its announcement to its end.
pub(crate) fn post(language: Language, tourney: &Tourney) -> Screen {
    let mut lines = vec![headline(tourney, language), when(tourney, language)];
    lines.extend(sides(tourney, language));
    match tourney.state() {
        TourneyState::Announced => lines.push(kinds(tourney, language)),
        TourneyState::Running => {
            lines.extend(stand_lines(tourney, language));
            lines.push(say!(
                language,
                "-# Everybody solves in private. 2 points for the key, 3 for the rest; then fewer errors, then less time.",
                "-# Cada cual resuelve en privado. 2 puntos por la clave, 3 por el resto; luego menos errores, luego menos tiempo."
            ));
        }
        _ => {}
    }
    let screen = Screen::saying(lines.join("\n"));
    match tourney.state() {
        TourneyState::Running => screen.row(running_row(&tourney.id, language)),
        _ => screen,
    }
}

/// The podium, as a picture and in words, with the solutions.
pub(crate) async fn end_post(house: &House, language: Language, end: &TourneyEnd) -> Result<Screen> {
    let empty = Tourney::default();
    let tourney = end.tourney.as_ref().unwrap_or(&empty);
    let mut lines = vec![headline(tourney, language)];
    lines.extend(verdict(tourney, language));
    lines.extend(sides(tourney, language));
    lines.extend(stand_lines(tourney, language));
    let alt = lines.join("\n").replace("**", "").replace('\\', "");
    let mut options = Vec::new();
    lines.push(say!(language, "**Solutions**", "**Soluciones**"));
    for problem in tourney.problems.iter().filter(|problem| problem.moves > 0) {
        let solution = end.solutions.iter().find(|solution| solution.number == problem.number);
        let key = solution.map(|solution| spell(&problem.game, &solution.key, language)).unwrap_or_default();
        let name = format!("{}. {}", problem.number, stipulation(&problem.game, problem.moves, language));
        lines.push(format!("{name} · {} · ||{key}||", plain(&problem.title)).replace(" ·  · ", " · "));
        options.push(option(name, problem.number.to_string()));
    }
    let mut screen = Screen::saying(lines.join("\n"));
    if !tourney.entries.is_empty() {
        let style = Style { language, ..Style::default() };
        screen = screen.picture(house.pen.leaderboard(drawn(tourney, language), style, alt).await?);
    }
    if options.is_empty() {
        return Ok(screen);
    }
    let choose = say!(language, "See a solution", "Ver una solución");
    Ok(screen.row(menu(Id::new(TOURNEY, &tourney.id, 0, "film", ""), &choose, options)))
}

/// What it is called, and how it is.
pub(super) fn headline(tourney: &Tourney, language: Language) -> String {
    let title = plain(&tourney.title);
    match tourney.state() {
        TourneyState::Announced => say!(language, "📣 **{title}**", "📣 **{title}**"),
        TourneyState::Running => say!(language, "🏁 **{title}** is running", "🏁 **{title}** está en marcha"),
        TourneyState::Ended => say!(language, "🏆 **{title}** is over", "🏆 **{title}** ha terminado"),
        _ => say!(language, "❌ **{title}** is cancelled", "❌ **{title}** se ha cancelado"),
    }
}

/// Its times as each reader's client words them.
pub(super) fn when(tourney: &Tourney, language: Language) -> String {
    let (start, end) = (tourney.start_time.as_ref(), tourney.end_time.as_ref());
    let (starts, ends) = (relative(start), relative(end));
    let at = start.map(|start| format!("<t:{}:f>", start.seconds)).unwrap_or_default();
    let seconds = start.zip(end).map_or(0, |(start, end)| end.seconds - start.seconds);
    let length = clock(seconds.unsigned_abs() * 1000);
    match tourney.state() {
        TourneyState::Announced => {
            say!(
                language,
                "Starts {starts} ({at}) and takes {length}.",
                "Empieza {starts} ({at}) y dura {length}."
            )
        }
        TourneyState::Running => say!(language, "Ends {ends}.", "Termina {ends}."),
        TourneyState::Ended => say!(language, "Ended {ends}.", "Terminó {ends}."),
        _ => say!(language, "It was to start {starts}.", "Iba a empezar {starts}."),
    }
}

/// How many problems of which kinds.
fn kinds(tourney: &Tourney, language: Language) -> String {
    let mut kinds: Vec<(String, usize)> = Vec::new();
    for problem in tourney.problems.iter().filter(|problem| problem.moves > 0) {
        let kind = stipulation(&problem.game, problem.moves, language);
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => kinds.push((kind, 1)),
        }
    }
    let count = tourney.problems.len();
    let kinds = kinds.iter().map(|(kind, count)| format!("{count} × {kind}")).collect::<Vec<_>>().join(", ");
    say!(
        language,
        "{count} secret problems: {kinds}. Come back when it starts.",
        "{count} problemas secretos: {kinds}. Vuelve cuando empiece."
    )
}

fn side_name(side: &TourneySide, language: Language) -> String {
    match (side.name.is_empty(), side.mine) {
        (false, _) => plain(&side.name),
        (true, true) => say!(language, "this server", "este servidor"),
        (true, false) => say!(language, "the other server", "el otro servidor"),
    }
}

/// Both sides, if there are two, with what they have.
pub(super) fn sides(tourney: &Tourney, language: Language) -> Vec<String> {
    let [host, guest] = tourney.sides.as_slice() else { return Vec::new() };
    let (one, other) = (side_name(host, language), side_name(guest, language));
    if !guest.accepted {
        return vec![say!(
            language,
            "⚔️ **{one}** has invited **{other}**",
            "⚔️ **{one}** ha invitado a **{other}**"
        )];
    }
    if tourney.state() == TourneyState::Announced || tourney.state() == TourneyState::Cancelled {
        return vec![format!("⚔️ **{one}** – **{other}**")];
    }
    let (mine, theirs) = (host.points, guest.points);
    vec![
        format!("⚔️ **{one} {mine} – {theirs} {other}**"),
        say!(
            language,
            "-# A server's points are those of its best five.",
            "-# Los puntos de un servidor son los de sus cinco mejores."
        ),
    ]
}

/// Who has won between two sides.
fn verdict(tourney: &Tourney, language: Language) -> Option<String> {
    let [host, guest] = tourney.sides.as_slice() else { return None };
    if host.place == guest.place {
        return Some(say!(language, "🤝 Nobody wins: all is equal.", "🤝 No gana nadie: todo es igual."));
    }
    let winner = if host.place < guest.place { host } else { guest };
    let winner = side_name(winner, language);
    Some(say!(language, "🎉 **{winner}** wins!", "🎉 ¡Gana **{winner}**!"))
}

/// The table of this side's people, in words.
pub(super) fn stand_lines(tourney: &Tourney, language: Language) -> Vec<String> {
    if tourney.state() == TourneyState::Announced {
        return Vec::new();
    }
    if tourney.entries.is_empty() {
        return vec![match tourney.state() {
            TourneyState::Running => say!(language, "Nobody has begun yet.", "Nadie ha empezado todavía."),
            _ => say!(language, "Nobody took part.", "Nadie participó."),
        }];
    }
    let mut lines: Vec<_> =
        tourney.entries.iter().take(SHOWN).map(|entry| stand_line(entry, language)).collect();
    let more = (tourney.entry_count as usize).saturating_sub(lines.len());
    if more > 0 {
        lines.push(say!(language, "… and {more} more", "… y {more} más"));
    }
    lines
}

fn stand_line(entry: &TourneyEntry, language: Language) -> String {
    let name = plain(entry.profile.as_ref().map_or("", |profile| &profile.name));
    let (points, time) = (entry.points, clock(entry.elapsed_ms));
    let errors = match entry.errors {
        1 => say!(language, "1 error", "1 error"),
        errors => say!(language, "{errors} errors", "{errors} errores"),
    };
    let place = medal(entry.place.into());
    say!(
        language,
        "{place} {name} · {points} points · {errors} · {time}",
        "{place} {name} · {points} puntos · {errors} · {time}"
    )
}

fn drawn(tourney: &Tourney, language: Language) -> Leaderboard {
    let row = |entry: &TourneyEntry| Standing {
        rank: entry.place,
        name: entry.profile.as_ref().map(|profile| profile.name.clone()).unwrap_or_default(),
        values: vec![entry.points.to_string(), entry.errors.to_string(), clock(entry.elapsed_ms)],
        highlighted: false,
    };
    Leaderboard {
        title: tourney.title.clone(),
        columns: vec![
            say!(language, "points", "puntos"),
            say!(language, "errors", "errores"),
            say!(language, "time", "tiempo"),
        ],
        rows: tourney.entries.iter().take(SHOWN).map(row).collect(),
    }
}
