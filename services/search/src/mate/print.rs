use std::fmt::Write as _;

use shakmaty::{Board, Color, File, Position as _, Rank, Role, Square};

use super::{Continuation, Dual, Key, Report, Solution, Stake, Try, Variation, Verdict};

/// A report the way problemists print it: diagram, stipulation, set play, tries, key with threat and
/// variations, duals, and the verdict in words. Defences that do not meet the threat are left out.
#[must_use]
pub fn print(report: &Report) -> String {
    let mut page = diagram(&report.solution);
    section(&mut page, "Set play", set_play(&report.set_play));
    section(&mut page, "Tries", report.tries.iter().map(attempt).collect());
    for key in &report.keys {
        section(&mut page, "Key", key_lines(key));
    }
    section(&mut page, "Duals", report.duals.iter().map(dual).collect());
    if !report.complete {
        page.push_str("\n(The play is not complete.)\n");
    }
    page + "\n" + &print_solution(&report.solution) + "\n"
}

/// The verdict in one line.
#[must_use]
pub fn print_solution(solution: &Solution) -> String {
    let keys = solution.keys_san().join(", ");
    let n = solution.moves;
    let found = match (solution.verdict, solution.shortest) {
        (Verdict::Sound, _) => format!("Sound: mate in {n}, the only key is {keys}."),
        (Verdict::Cooked, _) => format!("Cooked: mate in {n} by {keys}."),
        (Verdict::Short, Some(shortest)) => format!("Short: there is a mate in {shortest} by {keys}."),
        (Verdict::NoMate, _) => format!("No mate in {n}."),
        _ => format!("Not decided: no mate in {} is proven, more is not.", solution.refuted),
    };
    format!("{found} {} positions, {} ms.", solution.nodes, solution.elapsed_ms)
}

fn diagram(solution: &Solution) -> String {
    let board = solution.position.board();
    let mut page = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        let row: String =
            File::ALL.into_iter().map(|file| sign(board, Square::from_coords(file, rank))).collect();
        let _ = writeln!(page, "  {} {row}", rank.char());
    }
    page.push_str("     a b c d e f g h\n\n");
    for color in [Color::White, Color::Black] {
        let _ = writeln!(page, "  {:6} {}", name(color), pieces(board, color));
    }
    let count = |color| board.by_color(color).count();
    let side = name(solution.position.turn());
    let _ = writeln!(
        page,
        "\n  {side} to move, mate in {}  ({} + {})",
        solution.moves,
        count(Color::White),
        count(Color::Black)
    );
    page
}

fn sign(board: &Board, square: Square) -> String {
    match board.piece_at(square) {
        Some(piece) => format!(" {}", piece.char()),
        None => " .".to_owned(),
    }
}

fn pieces(board: &Board, color: Color) -> String {
    let mut words = Vec::new();
    for role in Role::ALL.into_iter().rev() {
        for square in board.by_piece(role.of(color)) {
            let letter = if role == Role::Pawn { String::new() } else { role.upper_char().to_string() };
            words.push(format!("{letter}{square}"));
        }
    }
    words.join(" ")
}

const fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

fn section(page: &mut String, title: &str, lines: Vec<String>) {
    for (at, line) in lines.iter().enumerate() {
        let title = if at == 0 { title } else { "" };
        let gap = if at == 0 { "\n" } else { "" };
        let _ = writeln!(page, "{gap}{title:10}{line}");
    }
}

fn set_play(variations: &[Variation]) -> Vec<String> {
    blocks(variations.iter().collect(), 1)
}

fn attempt(found: &Try) -> String {
    let stake = match (found.is_check, found.threatens) {
        (true, _) => "",
        (false, true) => " with a threat,",
        (false, false) => " zugzwang,",
    };
    format!("1.{}?{stake} but 1...{}!", found.san, found.refutation_san)
}

fn key_lines(key: &Key) -> Vec<String> {
    let mut notes = Vec::new();
    let squares = |list: &[Square]| list.iter().map(Square::to_string).collect::<Vec<_>>().join(", ");
    if key.is_capture {
        notes.push("captures".to_owned());
    }
    if !key.flights_taken.is_empty() {
        notes.push(format!("takes {}", squares(&key.flights_taken)));
    }
    if !key.flights_given.is_empty() {
        notes.push(format!("gives {}", squares(&key.flights_given)));
    }
    let notes = if notes.is_empty() { String::new() } else { format!("  [{}]", notes.join("; ")) };
    let mut lines = vec![format!("1.{}!{}{notes}", key.line.san, stake(&key.line.stake, 2))];
    lines.extend(blocks(shown(&key.line), 1));
    lines
}

fn stake(stake: &Stake, number: u8) -> String {
    match stake {
        Stake::Mate | Stake::Check => String::new(),
        Stake::Zugzwang => " zugzwang".to_owned(),
        Stake::Threat(threats) if threats.is_empty() => String::new(),
        Stake::Threat(threats) => {
            let moves: Vec<&str> = threats.iter().map(|threat| threat.san.as_str()).collect();
            format!(" threat {number}.{}", moves.join("/"))
        }
    }
}

fn shown(line: &Continuation) -> Vec<&Variation> {
    line.variations.iter().filter(|variation| variation.parries || line.stake == Stake::Check).collect()
}

/// Variations with the play after them; defences answered alike share a line.
fn blocks(variations: Vec<&Variation>, number: u8) -> Vec<String> {
    let mut grouped: Vec<(Vec<String>, Vec<&str>)> = Vec::new();
    for variation in variations {
        let block = answers(variation, number + 1);
        match grouped.iter_mut().find(|(other, _)| *other == block) {
            Some((_, defences)) => defences.push(&variation.san),
            None => grouped.push((block, vec![&variation.san])),
        }
    }
    let mut lines = Vec::new();
    for (block, defences) in grouped {
        let mut rest = block.into_iter();
        lines.push(format!("   {number}...{} {}", defences.join(", "), rest.next().unwrap_or_default()));
        lines.extend(rest.map(|line| format!("   {line}")));
    }
    lines
}

fn answers(variation: &Variation, number: u8) -> Vec<String> {
    let moves: Vec<&str> = variation.continuations.iter().map(|line| line.san.as_str()).collect();
    let Some(main) = variation.continuations.first() else {
        return Vec::new();
    };
    let mut lines = vec![format!("{number}.{}{}", moves.join("/"), stake(&main.stake, number + 1))];
    lines.extend(blocks(shown(main), number));
    lines
}

fn dual(dual: &Dual) -> String {
    let kind = if dual.major { "major" } else { "minor" };
    format!("{}.{} after {} ({kind})", dual.move_number, dual.continuations.join("/"), numbered(&dual.line))
}

fn numbered(line: &[String]) -> String {
    let moves: Vec<String> = line
        .iter()
        .enumerate()
        .map(|(ply, san)| if ply % 2 == 0 { format!("{}.{san}", ply / 2 + 1) } else { san.clone() })
        .collect();
    moves.join(" ")
}

#[cfg(test)]
mod tests {
    use tablero_game::chess::read_position;

    use super::{
        super::{Detail, Options, Solver},
        *,
    };
    use crate::Budget;

    #[test]
    fn a_page_reads_like_a_problemists() {
        let position = read_position("8/5P1k/5K2/8/8/8/8/8 w").unwrap();
        let mut solver = Solver::new(Options::default());
        let page = print(&solver.report(&position, 2, Budget::unlimited(), Detail::default(), &|_| {}));
        assert!(page.contains("White to move, mate in 2  (2 + 1)"));
        assert!(page.contains("White  Kf6 f7"));
        assert!(page.contains("Key       1.f8=R! zugzwang"));
        assert!(page.contains("1...Kh6 2.Rh8#"));
        assert!(page.contains("Sound: mate in 2, the only key is f8=R."));
    }
}
