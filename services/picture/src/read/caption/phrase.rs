use super::super::board::Side;

/// What a caption may say, in small letters without accents and without spaces; `{c}` is the colour, `0` a number. Only what
/// tells whose turn it is: that White wins, resigned or is called so tells nothing.
const ENGLISH: [&str; 13] = [
    "{c} mates in 0",
    "{c} to mate in 0",
    "{c}s move",
    "{c}s turn",
    "it is {c}s turn",
    "turn {c}",
    "to move {c}",
    "to play {c}",
    "{c} to win",
    "{c} to draw",
    "side to move {c}",
    "find the best move for {c}",
    "mate in 0 for {c}",
];
const ENGLISH_TURN: [&str; 4] = ["{c} to move", "{c} to play", "{c} is to move", "{c} is to play"];
const ENGLISH_MOVES: [&str; 3] = ["{c} moves", "{c} plays", "{c} begins"];
/// What the side shall reach. Without it "White moves" is the head of a list.
const ENGLISH_GOALS: [&str; 9] = [
    "and win",
    "and wins",
    "wins",
    "and draw",
    "and draws",
    "and mate",
    "and mate in 0",
    "and mates in 0",
    "mate in 0",
];
const SPANISH: [&str; 8] = [
    "{c} dan mate en 0",
    "turno {c}",
    "turno de {c}",
    "le toca a {c}",
    "juegan y ganan {c}",
    "mueven y ganan {c}",
    "mejor jugada para {c}",
    "mate en 0 de {c}",
];
const SPANISH_TURN: [&str; 4] = ["juegan {c}", "mueven {c}", "{c} juegan", "{c} mueven"];
const SPANISH_GOALS: [&str; 8] = [
    "mate en 0",
    "y ganan",
    "y tablas",
    "y hacen tablas",
    "y entablan",
    "y dan mate",
    "y dan mate en 0",
    "y mate en 0",
];
const SPANISH_ONE: [&str; 4] = ["juega {c}", "mueve {c}", "{c} juega", "{c} mueve"];
/// Words that may stand in front of a caption without a stop between.
const HEADS: &str = "diagram diagrama fig figure figura position posicion problem problema puzzle exercise ejercicio no num \
                     study estudio test its el";
/// Words that may follow a caption: what else captions speak of.
const AFTER: &str =
    "mate in en moves move jugadas jugada left queda quedan win gana solution solucion draw tablas points";
const MOVES: &str = "moves move jugadas jugada";
const COLOURS: &str = "white black blancas negras blanco negro";
/// Words that are a letter away from a colour.
const NO_COLOURS: &str = "back block blank slack while write";
const NUMBERS: &str = "one two three four five six uno una dos tres cuatro cinco seis";

/// Knows the captions that tell whose turn it is.
#[derive(Debug)]
pub(super) struct Phrases {
    told: Vec<(String, Side)>,
}

impl Phrases {
    pub(super) fn new() -> Phrases {
        let mut told = Vec::new();
        let mut add = |side: Side, colour: &str, phrases: &[&str], goals: &[&str]| {
            for phrase in phrases {
                let phrase = phrase.replace("{c}", colour);
                told.extend(goals.iter().map(|goal| (format!("{phrase}{goal}").replace(' ', ""), side)));
            }
        };
        for (side, white, blancas, blanco) in
            [(Side::White, "white", "blancas", "blanco"), (Side::Black, "black", "negras", "negro")]
        {
            for goals in [&[""][..], &ENGLISH_GOALS] {
                add(side, white, &ENGLISH_TURN, goals);
            }
            add(side, white, &ENGLISH, &[""]);
            add(side, white, &ENGLISH_MOVES, &ENGLISH_GOALS);
            for las in [blancas, &format!("las {blancas}")] {
                for goals in [&[""][..], &SPANISH_GOALS] {
                    add(side, las, &SPANISH_TURN, goals);
                }
                add(side, las, &SPANISH, &[""]);
                add(side, las, &SPANISH_ONE, &[""]);
            }
            add(side, &format!("el {blanco}"), &SPANISH_ONE, &["", "y gana"]);
        }
        Phrases { told }
    }

    /// Whose turn a line says it is. The caption is a clause of its own: names, numbers and the like may stand before it, but a
    /// sentence that goes on after it is no caption.
    pub(super) fn side(&self, line: &str) -> Option<Side> {
        // A colon may end a clause, or stand between "to move" and the colour.
        self.said(&clauses(line)).or_else(|| self.said(&clauses(&line.replace(':', " "))))
    }

    /// Whether a word of the line looks like a colour.
    pub(super) fn speaks_of_colour(&self, line: &str) -> bool {
        let like = |word: &str| COLOURS.split(' ').any(|colour| distance(word, colour) <= 2);
        line.split(' ').any(|word| word.len() >= 4 && like(word))
    }

    fn said(&self, clauses: &[Vec<String>]) -> Option<Side> {
        const MOST_BEFORE: usize = 8;
        const MOST_AFTER: usize = 2;
        let strange = |clauses: &[Vec<String>]| {
            clauses.iter().flatten().filter(|word| *word != "0" && !among(AFTER, word)).count()
        };
        let alone =
            |at: usize| strange(&clauses[..at]) <= MOST_BEFORE && strange(&clauses[at + 1..]) <= MOST_AFTER;
        let said = clauses.iter().enumerate().filter(|(at, _)| alone(*at));
        let mut sides: Vec<Side> = said.filter_map(|(_, clause)| self.clause(clause)).collect();
        sides.dedup();
        match sides[..] {
            [side] => Some(side),
            _ => None,
        }
    }

    fn clause(&self, clause: &[String]) -> Option<Side> {
        // A ring or a square in front of the line may look like a letter.
        let head = clause.iter().take_while(|word| word.len() == 1 || among(HEADS, word)).count();
        // The article of "el blanco" belongs to the caption, if it is one.
        [head, 0].into_iter().find_map(|from| self.exactly(&clause[from..]))
    }

    fn exactly(&self, clause: &[String]) -> Option<Side> {
        if clause.iter().any(|word| among(NO_COLOURS, word)) {
            return None;
        }
        let numbers = clause.iter().rev().take_while(|word| *word == "0").count();
        let tailless = &clause[..clause.len() - numbers];
        [clause, tailless].into_iter().find_map(|words| {
            let joined = words.concat();
            self.told.iter().find(|(phrase, _)| near(&joined, phrase)).map(|(_, side)| *side)
        })
    }
}

/// Words between stops; numbers are all `0`.
fn clauses(line: &str) -> Vec<Vec<String>> {
    let apart = |letter: char| ".,:-()/!?*#+=".contains(letter);
    let word = |word: &str| {
        let word = word.replace('\'', "");
        let number = word.chars().all(|letter| letter.is_ascii_digit()) || among(NUMBERS, &word);
        if number { "0".to_owned() } else { word }
    };
    let clause = |clause: &str| -> Vec<String> {
        let texts = clause.split(' ').filter(|text| !text.trim_matches('\'').is_empty());
        let mut words: Vec<String> = texts.map(word).collect();
        // "In two moves" is no more than "in two".
        let mut before = false;
        words.retain(|word| !(std::mem::replace(&mut before, word == "0") && among(MOVES, word)));
        words
    };
    line.split(apart).map(clause).filter(|clause| !clause.is_empty()).collect()
}

fn among(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|other| other == word)
}

/// Whether a letter in eight at most was misread. Captions of the two sides are further from one another.
fn near(text: &str, phrase: &str) -> bool {
    let most = (phrase.len() / 8).min(2);
    text.len().abs_diff(phrase.len()) <= most && distance(text, phrase) <= most
}

/// How many letters must be changed, added or left out to make one of the other (Levenshtein 1966).
fn distance(one: &str, other: &str) -> usize {
    let mut above: Vec<usize> = (0..=other.len()).collect();
    for (at, letter) in one.bytes().enumerate() {
        let mut row = vec![at + 1];
        for (to, against) in other.bytes().enumerate() {
            let changed = above[to] + usize::from(shape(letter) != shape(against));
            row.push(changed.min(row[to] + 1).min(above[to + 1] + 1));
        }
        above = row;
    }
    above[other.len()]
}

/// Letters and digits that look alike in many a font are one.
fn shape(letter: u8) -> u8 {
    match letter {
        b'0' => b'o',
        b'1' | b'i' => b'l',
        b'5' => b's',
        b'6' => b'g',
        b'8' => b'b',
        letter => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(line: &str) -> Option<Side> {
        Phrases::new().side(line)
    }

    #[test]
    fn captions_tell_whose_turn_it_is() {
        for line in [
            "white to move",
            "* white to move",
            "o white to move",
            "white to move.",
            "white to play and win",
            "white to play and mate in two moves.",
            "to play: white",
            "white mates in 2",
            "mate in 2, white to move",
            "12. white to move",
            "diagram 5 white to play",
            "white's move",
            "it's white's turn",
            "smith-jones, london 1899. white to move",
            "white to move - mate in two",
            "white to move (3 points)",
            "find the best move for white.",
            "juegan blancas",
            "juegan las blancas",
            "blancas juegan y ganan",
            "blancas dan mate en 3",
            "las blancas mueven",
            "turno de las blancas",
            "turno: juegan blancas",
            "turno: blancas",
            "to move: white",
            "mate in 2: white to play",
            "white plays and wins",
            "juegan y ganan las blancas",
            "le toca a las blancas",
            "juega el blanco",
            "el blanco juega y gana",
            "mate en 3. juegan blancas",
            "juegan blancas y dan mate en dos",
        ] {
            assert_eq!(told(line), Some(Side::White), "{line}");
            let black =
                line.replace("white", "black").replace("blancas", "negras").replace("blanco", "negro");
            assert_eq!(told(&black), Some(Side::Black), "{black}");
        }
    }

    #[test]
    fn a_misread_letter_does_no_harm() {
        for line in ["whiteto movc", "wh1te t0 m0ve", "jue6an blanca5", "blamcas juegon y ganan"] {
            assert_eq!(told(line), Some(Side::White), "{line}");
        }
    }

    #[test]
    fn the_word_white_alone_tells_nothing() {
        for line in [
            "white",
            "white: carlsen",
            "black wins",
            "white resigned",
            "0-1, black is victorious",
            "white is winning",
            "black knights' tango",
            "betty white (1500)",
            "your turn",
            "back to play",
            "back to move 12",
            "mate in 3",
            "ganan las blancas",
            "las negras abandonan",
            "white moves",
            "white to win, black to draw",
            "",
            "' ' .",
        ] {
            assert_eq!(told(line), None, "{line}");
        }
    }

    #[test]
    fn a_sentence_about_a_turn_is_no_caption() {
        for line in [
            "with black to move the ending is drawn",
            "if it were black to move",
            "black to move, the ending is drawn",
            "white to move, black to move",
        ] {
            assert_eq!(told(line), None, "{line}");
        }
    }
}
