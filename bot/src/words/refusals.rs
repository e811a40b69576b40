use super::Language::{self, English, Spanish};

/// What a stable reason of the server's means to a person, and what to do about it; `None` for one we have no words for.
pub(crate) fn refusal(reason: &str, language: Language) -> Option<&'static str> {
    let (_, english, spanish) = REFUSALS.iter().find(|(known, ..)| *known == reason)?;
    Some(match language {
        English => english,
        Spanish => spanish,
    })
}

#[rustfmt::skip]
const REFUSALS: &[(&str, &str, &str)] = &[
    // Moves
    ("AMBIGUOUS", "More than one piece can do that: say which, for example by its square.", "Más de una pieza puede hacerlo: di cuál, por ejemplo con su casilla."),
    ("CANNOT_CASTLE", "Castling is not possible here.", "Aquí no se puede enrocar."),
    ("CANNOT_REACH", "That piece cannot go there.", "Esa pieza no puede ir ahí."),
    ("EMPTY_SQUARE", "There is nothing on that square.", "No hay nada en esa casilla."),
    ("GAME_OVER", "The game is over in this position.", "La partida ha terminado en esta posición."),
    ("LEAVES_KING_IN_CHECK", "That would leave your own king in check.", "Eso dejaría a tu rey en jaque."),
    ("NOT_YOURS", "That piece is not yours.", "Esa pieza no es tuya."),
    ("NO_PROMOTION", "Only a pawn that reaches the last rank promotes.", "Solo corona un peón que llega a la última fila."),
    ("NO_SUCH_PIECE", "You have no such piece there.", "No tienes esa pieza ahí."),
    ("NO_SUCH_SQUARE", "There is no such square on this board.", "No existe esa casilla en este tablero."),
    ("PROMOTION_MISSING", "Say what the pawn becomes, for example e8=Q.", "Di en qué se convierte el peón, por ejemplo e8=D."),
    ("STAYS_IN_CHECK", "You are in check, and that does not stop it.", "Estás en jaque y eso no lo evita."),
    ("UNREADABLE", "I cannot read that as a move. Try something like Qh5 or e2e4.", "No lo entiendo como jugada. Prueba algo como Dh5 o e2e4."),
    // Matches
    ("DAILY_OPEN", "🤫 This is a daily problem, and its day is not over: until then nothing gives it away.", "🤫 Es un problema del día, y su día no ha terminado: hasta entonces nada lo revela."),
    ("MATCH_NOT_FOUND", "That match is gone.", "Esa partida ya no existe."),
    ("MATCH_OVER", "That match is over.", "Esa partida ya ha terminado."),
    ("NOT_STARTED", "The match has not begun: the other side still has to accept.", "La partida no ha empezado: falta que el otro acepte."),
    ("NOT_YOUR_MATCH", "You do not sit at this board. Start your own with /play or /solve.", "No juegas en este tablero. Empieza el tuyo con /jugar o /resolver."),
    ("NOT_YOUR_TURN", "It is not your turn.", "No es tu turno."),
    ("NO_LONGER_WON", "No move wins in time any more. Give up, or play on and see.", "Ninguna jugada gana ya a tiempo. Ríndete, o sigue y verás."),
    ("NO_PROBLEM", "Only problems have hints.", "Solo los problemas tienen pistas."),
    ("OWN_CHALLENGE", "You cannot accept your own challenge.", "No puedes aceptar tu propio reto."),
    ("SAME_PERSON", "You cannot play against yourself. Choose somebody else, or a machine's level.", "No puedes jugar contra ti mismo. Elige a otra persona o el nivel de una máquina."),
    ("SEAT_TAKEN", "That challenge is for somebody else, or somebody was faster.", "Ese reto es para otra persona, o alguien fue más rápido."),
    ("STALE_PLY", "The board has moved on since you saw it.", "El tablero ha avanzado desde que lo viste."),
    ("STILL_RUNNING", "That match is still running: give it up first.", "Esa partida sigue en juego: abandónala primero."),
    ("TOO_MANY_MATCHES", "You have too many open matches. End some with /matches first.", "Tienes demasiadas partidas abiertas. Termina alguna con /partidas."),
    ("UNKNOWN_LEVEL", "There is no such level. Choose one from the list.", "No existe ese nivel. Elige uno de la lista."),
    ("UNKNOWN_GAME", "I do not know that game. Choose one from the list.", "No conozco ese juego. Elige uno de la lista."),
    ("BAD_RULES", "Those options do not fit the game. Choose from what is offered while you type.", "Esas opciones no valen para el juego. Elige entre las que se ofrecen al escribir."),
    // Problems
    ("ALREADY_PLAYABLE", "It is in the library already.", "Ya está en la biblioteca."),
    ("BAD_DIFFICULTY", "The difficulty is a number from 1 to 5.", "La dificultad es un número del 1 al 5."),
    ("BAD_MOVES", "That number of moves is not possible.", "Ese número de jugadas no es posible."),
    ("NOT_DECIDED", "The solver needs longer than I may wait. Try again in a moment.", "El programa necesita más tiempo del que puedo esperar. Inténtalo otra vez."),
    ("NOT_FINISHED", "First solve it or give it up; then I show the solution.", "Primero resuélvelo o ríndete; entonces muestro la solución."),
    ("NOT_THE_AUTHOR", "Only its author may do that.", "Solo puede hacerlo su autor."),
    ("NO_PROBLEM_LEFT", "You have tried every problem that fits. Ask for others, or compose one with /problem create.", "Ya has probado todos los que encajan. Pide otros, o compón uno con /problema crear."),
    ("PROBLEM_EXISTS", "This problem is in the library already.", "Este problema ya está en la biblioteca."),
    ("PROBLEM_NOT_FOUND", "There is no such problem. /problem list shows what there is.", "No existe ese problema. /problema lista muestra los que hay."),
    ("PROBLEM_NOT_PLAYABLE", "That problem is not proven, so it cannot be played.", "Ese problema no está demostrado, así que no se puede jugar."),
    ("PROBLEM_PLAYED", "Somebody has played it, so it stays as it is.", "Alguien ya lo ha jugado, así que se queda como está."),
    ("PROBLEM_SOLVED", "Somebody has solved it, so it stays as it is.", "Alguien ya lo ha resuelto, así que se queda como está."),
    ("THEME_TOO_LONG", "The theme has at most 40 characters.", "El tema tiene como mucho 40 caracteres."),
    ("TITLE_TOO_LONG", "The title has at most 80 characters.", "El título tiene como mucho 80 caracteres."),
    ("TOO_MANY_DRAFTS", "You have too many drafts. Delete some with /problem mine first.", "Tienes demasiados borradores. Borra alguno con /problema míos."),
    ("TOO_MANY_VALIDATIONS", "You have several proofs running. Wait for one of them.", "Tienes varias demostraciones en marcha. Espera a que acabe una."),
    ("BAD_COUNT", "Between 1 and 100 problems, please.", "Entre 1 y 100 problemas, por favor."),
    ("NO_SUCH_PROBLEMS", "No problem fits that choice.", "Ningún problema encaja con esa elección."),
    ("TOO_MANY_SIMULATIONS", "You have three simulations running. Wait for one of them.", "Tienes tres simulaciones en marcha. Espera a que acabe una."),
    ("SIMULATION_NOT_FOUND", "That simulation is gone.", "Esa simulación ya no existe."),
    ("SIMULATION_OVER", "That simulation is over.", "Esa simulación ya ha terminado."),
    ("NOT_YOUR_SIMULATION", "Only who started a simulation may stop it.", "Solo quien empezó una simulación puede pararla."),
    // Tourneys
    ("TOURNEY_RUNNING", "A tourney with this problem is running. Solve it there; when it is over, all is open again.", "Hay un torneo en marcha con este problema. Resuélvelo allí; cuando acabe, todo vuelve a estar abierto."),
    ("TOURNEY_NOT_FOUND", "There is no such tourney here. /tourney list shows what there is.", "Aquí no existe ese torneo. /torneo lista muestra los que hay."),
    ("TOURNEY_NOT_STARTED", "The tourney has not started yet.", "El torneo aún no ha empezado."),
    ("TOURNEY_STARTED", "The tourney has started already.", "El torneo ya ha empezado."),
    ("TOURNEY_OVER", "The tourney is over.", "El torneo ha terminado."),
    ("TOO_MANY_TOURNEYS", "This server has five tourneys that are not over. Cancel one first, or wait.", "Este servidor tiene cinco torneos sin terminar. Cancela uno antes, o espera."),
    ("NOT_ENOUGH_PROBLEMS", "There are not so many problems of that kind. Ask for fewer, or for others.", "No hay tantos problemas de esa clase. Pide menos, u otros."),
    ("ALREADY_ANSWERED", "That invitation has been answered already.", "Esa invitación ya se ha respondido."),
    ("OWN_PROBLEM", "You made that problem yourself, so it is left to others.", "Ese problema es tuyo, así que queda para los demás."),
    ("COMMUNITY_NOT_FOUND", "Nobody uses Tablero in that server. Take the id that /tourney list shows there.", "Nadie usa Tablero en ese servidor. Toma el id que muestra allí /torneo lista."),
    ("BAD_COMMUNITY", "That is not another server's id. Take the one that /tourney list shows there.", "Ese no es el id de otro servidor. Toma el que muestra allí /torneo lista."),
    ("BAD_TITLE", "A title has 1 to 80 characters.", "Un título tiene de 1 a 80 caracteres."),
    ("BAD_START", "A tourney starts within the next 90 days.", "Un torneo empieza en los próximos 90 días."),
    ("BAD_LENGTH", "A tourney takes 5 minutes to 7 days.", "Un torneo dura de 5 minutos a 7 días."),
    ("NO_PROBLEMS", "Name problems, or say how many.", "Di qué problemas, o cuántos."),
    ("SAME_PROBLEM", "One of the problems is named twice.", "Uno de los problemas está dos veces."),
    ("BAD_ID", "That is not an id of ours. Choose from what is offered while you type.", "Ese no es un identificador nuestro. Elige entre los que se ofrecen al escribir."),
    ("BAD_STARS", "A vote has 1 to 5 stars.", "Un voto tiene de 1 a 5 estrellas."),
    ("BAD_REASON", "Say why, in 1 to 300 characters.", "Di por qué, en 1 a 300 caracteres."),
    ("IS_ADMINISTRATOR", "That is an administrator.", "Esa persona administra Tablero."),
    ("NOT_AN_ADMINISTRATOR", "Only an administrator of Tablero may do that.", "Solo puede hacerlo quien administra Tablero."),
    ("NOT_SOLVED", "Solve it first; then you may vote on it.", "Primero resuélvelo; luego puedes votarlo."),
    ("NO_PROBLEM_OF_THE_WEEK", "No problem of the last seven days has three votes yet. Solve some with /solve, and vote.", "Ningún problema de los últimos siete días tiene aún tres votos. Resuelve alguno con /resolver, y vota."),
    // Positions
    ("EMPTY_BOARD", "The board is empty.", "El tablero está vacío."),
    ("IMPOSSIBLE_CASTLING", "Those castling rights do not fit the kings and rooks.", "Esos derechos de enroque no encajan con los reyes y las torres."),
    ("IMPOSSIBLE_CHECK", "The king could never have come into this check.", "El rey nunca pudo llegar a este jaque."),
    ("IMPOSSIBLE_EN_PASSANT", "That capture en passant is not possible.", "Esa captura al paso no es posible."),
    ("KINGS_TOUCH", "The kings stand side by side.", "Los reyes se tocan."),
    ("LEFTOVER", "There is something too much at the end of the position.", "Sobra algo al final de la posición."),
    ("MANY_KINGS", "A side has more than one king.", "Un bando tiene más de un rey."),
    ("MANY_PAWNS", "A side has more than eight pawns.", "Un bando tiene más de ocho peones."),
    ("MANY_PIECES", "A side has more pieces than can be.", "Un bando tiene más piezas de las posibles."),
    ("NO_KING", "A king is missing.", "Falta un rey."),
    ("NO_SUCH_SIDE", "There is no such side.", "No existe ese bando."),
    ("OPPOSITE_CHECK", "The side that is not to move stands in check.", "El bando que no mueve está en jaque."),
    ("PAWN_ON_END_RANK", "A pawn stands on the first or last rank.", "Hay un peón en la primera o la última fila."),
    ("POSITION_TOO_LONG", "The text of the position is too long.", "El texto de la posición es demasiado largo."),
    ("RANK_COUNT", "The position does not have eight ranks.", "La posición no tiene ocho filas."),
    ("RANK_LENGTH", "A rank does not have eight squares.", "Una fila no tiene ocho casillas."),
    ("UNKNOWN_CASTLING", "The castling rights cannot be read.", "No se entienden los derechos de enroque."),
    ("UNKNOWN_COUNTER", "A move counter cannot be read.", "No se entiende un contador de jugadas."),
    ("UNKNOWN_EN_PASSANT", "The en passant square cannot be read.", "No se entiende la casilla de captura al paso."),
    ("UNKNOWN_PIECE", "There is a letter that is no piece.", "Hay una letra que no es ninguna pieza."),
    ("UNKNOWN_TURN", "Whose move it is cannot be read.", "No se entiende a quién le toca."),
    // Pictures
    ("HALF_BOARD", "A part of the board is cut off. Send a picture with all 64 squares.", "Falta una parte del tablero. Manda una imagen con las 64 casillas."),
    ("NOT_AN_IMAGE", "I cannot open that file as a picture.", "No puedo abrir ese archivo como imagen."),
    ("NOT_A_DIAGRAM", "I see a board, but not pieces that I know: photos of real boards are beyond me. A screenshot or a printed diagram works.", "Veo un tablero, pero no piezas que conozca: las fotos de tableros reales me superan. Una captura o un diagrama impreso sirve."),
    ("NO_BOARD", "I see no board in this picture. A screenshot or a diagram that shows a whole chess board works best.", "No veo ningún tablero en esta imagen. Lo mejor es una captura o un diagrama con un tablero de ajedrez entero."),
    ("TOO_LARGE", "That picture is too large: at most 10 MiB and 40 megapixels.", "Esa imagen es demasiado grande: como mucho 10 MiB y 40 megapíxeles."),
    ("UNSUPPORTED_FORMAT", "I read PNG, JPEG, WebP and GIF. Please save the picture as one of them.", "Leo PNG, JPEG, WebP y GIF. Guarda la imagen en uno de esos formatos."),
    // Profiles
    ("ALREADY_LINKED", "These two are linked already.", "Esos dos ya están unidos."),
    ("CODE_NOT_FOUND", "That code is unknown, used or expired. Make a new one.", "Ese código no existe, ya se usó o caducó. Crea otro."),
    ("CONFIRMATION_NEEDED", "Type your profile's name exactly to confirm.", "Escribe exactamente el nombre de tu perfil para confirmar."),
    ("IDENTITY_HAS_OWN_PROFILE", "Your Discord account stands for a profile with a password. Unlink it there first.", "Tu cuenta de Discord pertenece a un perfil con contraseña. Desvincúlala allí primero."),
    ("IDENTITY_NOT_FOUND", "Your profile is not linked to Discord.", "Tu perfil no está unido a Discord."),
    ("LAST_WAY_IN", "Discord is the only way into your profile. Join another client first (/profile link), or remove the profile with /profile delete.", "Discord es la única entrada a tu perfil. Une antes otro cliente (/perfil unir), o borra el perfil con /perfil borrar."),
    ("LINK_NEEDS_BOTH_SIDES", "Use this code in the other client, not here.", "Usa este código en el otro cliente, no aquí."),
    ("NAME_BAD_CHARACTER", "A name has letters, digits, and _ - . only.", "Un nombre solo tiene letras, cifras y _ - ."),
    ("NAME_TAKEN", "Somebody has this name. Choose another.", "Alguien tiene ese nombre. Elige otro."),
    ("NAME_TOO_LONG", "A name has at most 32 characters.", "Un nombre tiene como mucho 32 caracteres."),
    ("NAME_TOO_SHORT", "A name has at least 2 characters.", "Un nombre tiene al menos 2 caracteres."),
    ("NAME_UNCHANGED", "That is your name already.", "Ya te llamas así."),
    ("PROFILE_NOT_FOUND", "They have never used Tablero.", "Nunca ha usado Tablero."),
    ("PROVIDER_ALREADY_LINKED", "That profile is linked to another Discord account. Unlink it first.", "Ese perfil está unido a otra cuenta de Discord. Desvincúlala primero."),
    ("UNKNOWN_LANGUAGE", "There is no such language here.", "Aquí no hay ese idioma."),
    ("UNKNOWN_THEME", "There are no such board colours.", "No existen esos colores de tablero."),
    ("WRONG_PASSWORD", "Your profile has a password: delete it from the client where you log in with it.", "Tu perfil tiene contraseña: bórralo desde el cliente en que la usas."),
    // Discord servers
    ("BAD_HOUR", "An hour is one of 0 to 23.", "Una hora va de 0 a 23."),
    ("BAD_TIME_ZONE", "There is no such time zone. Choose from what is offered while you type, for example Europe/Madrid.", "No existe esa zona horaria. Elige entre las que se ofrecen al escribir, por ejemplo Europe/Madrid."),
    ("NO_DAILY", "There is no daily problem here yet. Who manages this server starts it with `/server set daily_channel`.", "Aquí aún no hay problema del día. Quien administra este servidor lo empieza con `/servidor fijar canal_diario`."),
    ("NOT_A_MANAGER", "Only who may manage this server can do that.", "Solo puede hacerlo quien administra este servidor."),
    ("NOT_A_MEMBER", "That server's boards are for its own people.", "Las clasificaciones de ese servidor son para su gente."),
    ("POST_NOT_FOUND", "That one is not kept any more.", "Esa ya no se mantiene."),
    ("TOO_MANY_LEADERBOARDS", "Twenty leaderboards are kept here already. End one with /leaderboard unpin.", "Aquí ya se mantienen veinte clasificaciones. Quita una con /clasificación soltar."),
    ("WEEK_NOT_FOUND", "No week has been summed up yet: that happens on Mondays.", "Aún no se ha resumido ninguna semana: se hace los lunes."),
    // The server's own trouble
    ("DATABASE_UNAVAILABLE", "Tablero is catching its breath. Try again in a few seconds.", "Tablero está recuperando el aliento. Inténtalo en unos segundos."),
    ("DEADLINE_EXCEEDED", "That took too long. Try again.", "Ha tardado demasiado. Inténtalo otra vez."),
    ("OVERLOADED", "Tablero has too much to do. Try again in a few seconds.", "Tablero tiene demasiado trabajo. Inténtalo en unos segundos."),
    ("RATE_LIMITED", "That was too often. Wait a minute.", "Demasiado seguido. Espera un minuto."),
    ("STOPPING", "Tablero is starting anew. Try again in a few seconds.", "Tablero se está reiniciando. Inténtalo en unos segundos."),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_is_told_once_and_differently_in_both_languages() {
        for (index, (reason, english, spanish)) in REFUSALS.iter().enumerate() {
            assert_ne!(english, spanish, "{reason}");
            assert!(REFUSALS[..index].iter().all(|(other, ..)| other != reason), "{reason} twice");
        }
    }
}
