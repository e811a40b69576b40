use super::{board::COLUMNS, setup::Setup, text::write};

/// Bombs come back every sixteen moves.
const CYCLE: u16 = 16;
/// From here on a problem may meet the end of all matches.
const NEAR_THE_END: u16 = 400;

/// The text that two positions share exactly when they are the same problem: under left-right mirroring,
/// and at any turn of the cycle of bombs. Sides are not exchanged: `x` is ahead of `o` in every round.
pub(super) fn canonical(setup: &Setup) -> String {
    let number = if setup.number < NEAR_THE_END { setup.number % CYCLE } else { setup.number };
    let plain = Setup { number, ..setup.clone() };
    let mirrored = Setup { discs: plain.discs.map(mirror), bombs: mirror(plain.bombs), ..plain };
    write(&plain).min(write(&mirrored))
}

fn mirror(cells: u64) -> u64 {
    cells.swap_bytes() >> (64 - 8 * COLUMNS)
}

#[cfg(test)]
mod tests {
    use super::{super::text::scan, *};

    fn form(text: &str) -> String {
        canonical(&scan(text).0)
    }

    #[test]
    fn mirrored_problems_are_the_same() {
        assert_eq!(form("7/7/7/7/7/7/xoX4 x 20"), form("7/7/7/7/7/7/4Xox x 20"));
        assert_ne!(form("7/7/7/7/7/7/xox4 x 20"), form("7/7/7/7/7/7/4Xox x 20"));
        assert_ne!(form("7/7/7/7/7/7/xox4 x 20"), form("7/7/7/7/7/7/oxo4 o 22"));
    }

    #[test]
    fn the_cycle_of_bombs_does_not_tell_problems_apart() {
        assert_eq!(form("7/7/7/7/7/7/xoX4 x 20"), form("7/7/7/7/7/7/xoX4 x 36"));
        assert_ne!(form("7/7/7/7/7/7/xoX4 x 20"), form("7/7/7/7/7/7/xoX4 x 24"));
        assert_ne!(form("7/7/7/7/7/7/xoX4 x 496"), form("7/7/7/7/7/7/xoX4 x 512"));
    }
}
