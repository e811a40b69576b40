//! Who and what is there at the start.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::{TEXT, World};
use crate::permissions;

impl World {
    pub(super) fn populate(&mut self) {
        self.bot = self.add_user("Tablero", "en-US", true);
        // The first part of a token is the bot's id, which libraries read from it.
        self.token = format!("{}.sandbox.{}", URL_SAFE_NO_PAD.encode(self.bot.to_string()), self.secret());
        let ana = self.add_user("Ana", "es-ES", false);
        let bob = self.add_user("Bob", "en-US", false);
        let carol = self.add_user("Carol", "en-GB", false);
        let dan = self.add_user("Dan", "en-US", false);
        let eva = self.add_user("Eva", "es-419", false);
        for (name, channels, members) in [
            ("Chess Café", ["general", "problems", "leaderboard"], vec![ana, bob, carol, eva]),
            ("Tablero Lab", ["general", "problems", "games"], vec![ana, bob, carol]),
        ] {
            let guild = self.add_guild(name, dan, "en-US");
            for channel in channels {
                self.add_channel(Some(guild), channel, TEXT, None, None);
            }
            if let Some(guild) = self.guilds.get_mut(&guild) {
                guild.members.extend(members.into_iter().map(|user| (user, permissions::MEMBER)));
            }
        }
    }
}
