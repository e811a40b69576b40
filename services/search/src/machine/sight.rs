use tablero_game::Game;

/// The bounds within which a value matters.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    pub(super) fn is_narrow(self) -> bool {
        self.beta - self.alpha == 1
    }

    pub(super) fn turned(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Asks only whether the value exceeds alpha.
    pub(super) fn narrowed(self) -> Window {
        Window { alpha: self.alpha, beta: self.alpha + 1 }
    }
}

/// How the side to move before a move sees values that are told for the side to move after it. In some
/// games a side may move again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sight {
    Same,
    Turned,
}

impl Sight {
    pub(super) fn of<G: Game>(before: &G, after: &G) -> Sight {
        if before.side_to_move() == after.side_to_move() { Sight::Same } else { Sight::Turned }
    }

    pub(super) fn value(self, value: i32) -> i32 {
        match self {
            Sight::Same => value,
            Sight::Turned => -value,
        }
    }

    pub(super) fn window(self, window: Window) -> Window {
        match self {
            Sight::Same => window,
            Sight::Turned => window.turned(),
        }
    }
}
