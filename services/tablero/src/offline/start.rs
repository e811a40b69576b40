use clap::Args;
use tablero_game::Table;

use crate::cli::BadInput;

/// Where a game begins.
#[derive(Debug, Args)]
pub(super) struct StartOptions {
    /// Game of the register
    #[arg(long, value_name = "GAME", default_value = "chess")]
    game: String,

    /// Position to start from [default: the game's starting position]
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,

    /// Rules of the game [default: the game's own]
    #[arg(long, value_name = "RULES", default_value = "", hide_default_value = true)]
    rules: String,
}

impl StartOptions {
    /// The table that the options describe.
    ///
    /// # Errors
    /// There is no such game, or every fault of the rules and the position.
    pub(super) fn table(&self) -> Result<Box<dyn Table>, BadInput> {
        let game = tablero_game::find(&self.game);
        let game = game.ok_or_else(|| BadInput(format!("there is no game {:?}", self.game)))?;
        match &self.position {
            Some(position) => game.decode(&self.rules, position),
            None => game.lay_out(&self.rules),
        }
        .map_err(|faults| BadInput(faults.to_string()))
    }
}
