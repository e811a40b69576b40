use std::borrow::Cow;
use std::sync::Arc;

use crate::commands::Command;
use crate::house::House;

/// The locales of Discord that read Spanish.
const LOCALES: [&str; 2] = ["es-ES", "es-419"];

/// Gives every command and every option its Spanish name and description.
pub(crate) fn translate(commands: &mut [Command]) {
    for command in commands {
        translate_one(command, "");
    }
}

type Localised = Cow<'static, [(Cow<'static, str>, Cow<'static, str>)]>;

fn in_spanish(words: &'static str) -> Localised {
    LOCALES.map(|locale| (Cow::Borrowed(locale), Cow::Borrowed(words))).to_vec().into()
}

fn translate_one(command: &mut poise::Command<Arc<House>, crate::error::Error>, parent: &str) {
    let path = format!("{parent}/{}", command.name);
    if let Some((_, name, description)) = SPANISH.iter().find(|(known, ..)| *known == path) {
        command.name_localizations = in_spanish(name);
        command.description_localizations = in_spanish(description);
    }
    for parameter in &mut command.parameters {
        let own = format!("{path} {}", parameter.name);
        let shared = format!(" {}", parameter.name);
        let known = SPANISH.iter().find(|(known, ..)| *known == own);
        if let Some((_, name, description)) =
            known.or_else(|| SPANISH.iter().find(|(known, ..)| *known == shared))
        {
            parameter.name_localizations = in_spanish(name);
            parameter.description_localizations = in_spanish(description);
        }
    }
    for command in &mut command.subcommands {
        translate_one(command, &path);
    }
}

/// `/command` or `/command option`; an option without its command is the same in all.
#[rustfmt::skip]
const SPANISH: &[(&str, &str, &str)] = &[
    ("/solve", "resolver", "Un problema para resolver: uno a tu medida, o el que pidas"),
    ("/daily", "diario", "El problema del día de este servidor, y tu racha"),
    ("/problem", "problema", "Crear, demostrar, mostrar y guardar problemas"),
    ("/problem/create", "crear", "Componer un problema, en un tablero vacío o desde una posición"),
    ("/problem/from-image", "desde-imagen", "Leer un tablero de una imagen"),
    ("/problem/validate", "validar", "Demostrar un problema tuyo, o cualquier posición"),
    ("/problem/show", "mostrar", "Un problema con su tablero"),
    ("/problem/list", "lista", "Hojear la biblioteca"),
    ("/problem/mine", "míos", "Lo que has hecho, también los borradores"),
    ("/problem/edit", "editar", "Cambiar un problema tuyo que nadie ha jugado"),
    ("/problem/delete", "borrar", "Borrar un problema tuyo, para siempre"),
    ("/problem/export", "exportar", "Tus problemas en un archivo (EPD)"),
    ("/problem/of-the-week", "de-la-semana", "El problema nuevo que más gusta a quienes lo resolvieron"),
    ("/problem/report", "avisar", "Decir a quienes ponen orden qué tiene de malo un problema"),
    ("/moderate", "moderar", "Poner orden: para quienes gestionan este servidor y para administradores"),
    ("/moderate/hide", "ocultar", "Ocultar aquí un problema, o a alguien en los tableros de este servidor"),
    ("/moderate/unhide", "mostrar", "Volver a mostrar lo que aquí está oculto"),
    ("/moderate/delete", "borrar", "Borrar para siempre el problema de cualquiera, para administradores"),
    ("/moderate/rename", "renombrar", "Quitar a alguien un nombre ofensivo, para administradores"),
    ("/moderate/reports", "avisos", "De qué han avisado los miembros"),
    ("/moderate/acts", "registro", "Qué se ha hecho, quién y por qué"),
    ("/play", "jugar", "Jugar una partida, o un problema, contra una máquina o alguien de aquí"),
    ("/move", "mover", "Hacer una jugada en tu partida"),
    ("/matches", "partidas", "Tus partidas: sigue donde lo dejaste"),
    ("/share", "compartir", "Enseñar a todos un problema, una partida o tu última solución"),
    ("/share problem", "problema", "Un problema"),
    (" match", "partida", "O una partida tuya; nada para tu última solución"),
    (" as", "como", "De qué forma; una imagen si no dices nada"),
    ("/watch", "mirar", "Mirar cómo juegan dos máquinas, jugada a jugada"),
    ("/simulate", "simular", "Que dos máquinas ataquen y defiendan una serie de problemas"),
    ("/ranking", "clasificar", "Todos los que resolvieron un problema"),
    ("/leaderboard", "clasificación", "Quién es mejor, aquí o en todas partes"),
    ("/leaderboard/show", "mostrar", "Quién es mejor, aquí o en todas partes"),
    ("/leaderboard/week", "semana", "La última semana que se resumió, o una anterior"),
    ("/leaderboard/pin", "fijar", "Mantener una clasificación en un canal, siempre al día"),
    ("/leaderboard/unpin", "soltar", "Dejar de mantener una clasificación"),
    ("/leaderboard/hide", "ocultar", "No aparecer en las clasificaciones"),
    ("/leaderboard/hide/me", "a-mí", "No aparecer en ninguna clasificación, o en ninguna de este servidor"),
    ("/leaderboard/hide/undo", "deshacer", "Aparecer otra vez"),
    ("/server", "servidor", "Cómo vive Tablero en este servidor"),
    ("/server/show", "mostrar", "Los ajustes de este servidor"),
    ("/server/set", "fijar", "Cambiar idioma, zona horaria, problema del día y resumen semanal"),
    ("/server/stop", "parar", "No publicar más algo"),
    ("/profile", "perfil", "Tu perfil, y lo que le pertenece"),
    ("/profile/show", "mostrar", "Cómo vas, tú u otra persona"),
    ("/profile/rename", "renombrar", "Elegir otro nombre para las clasificaciones"),
    ("/profile/link", "unir", "Unir esta cuenta de Discord con un perfil de otro cliente"),
    ("/profile/unlink", "separar", "Separar esta cuenta de Discord de tu perfil"),
    ("/profile/delete", "borrar", "Borrar tu perfil con todo lo suyo"),
    ("/settings", "ajustes", "Colores del tablero, idioma, coordenadas"),
    ("/tourney", "torneo", "Torneos de este servidor, o contra otro"),
    ("/tourney/create", "crear", "Anunciar un torneo: unos problemas, un comienzo y una duración"),
    ("/tourney/list", "lista", "Los torneos de este servidor y sus invitaciones"),
    ("/tourney/show", "mostrar", "Un torneo con su tabla"),
    ("/tourney/cancel", "cancelar", "Anular un torneo"),
    ("/tourney/accept", "aceptar", "Aceptar la invitación de otro servidor a un torneo, o rechazarla"),
    ("/tourney/create minutes", "minutos", "Cuánto dura, en minutos: de 5 a 10080"),
    ("/tourney/create starts_in", "empieza_en", "En cuántos minutos empieza, 10 si no dices nada"),
    ("/tourney/create count", "cuántos", "Cuántos problemas, 5 si no dices nada"),
    ("/tourney/create moves", "jugadas", "Solo problemas de tantas jugadas"),
    ("/tourney/create game", "juego", "Solo problemas de este juego"),
    ("/tourney/create problems", "problemas", "O justo estos problemas: sus ids, con espacios entre ellos"),
    ("/tourney/create against", "contra", "El id de otro servidor contra el que jugar; allí lo dice /torneo lista"),
    (" tourney", "torneo", "Cuál"),
    (" decline", "rechazar", "Rechazarla"),
    ("/help", "ayuda", "Tablero en tres pasos"),
    (" moves", "jugadas", "Mate en tantas jugadas"),
    ("/problem/create moves", "jugadas", "Ganar en tantas jugadas"),
    ("/problem/validate moves", "jugadas", "Ganar en tantas jugadas"),
    (" theme", "tema", "De qué trata, por ejemplo Zugzwang"),
    (" author", "autor", "Quién lo hizo"),
    (" problem", "problema", "Cuál"),
    ("/solve problem", "problema", "Exactamente este problema"),
    ("/play problem", "problema", "Empezar con este problema: ataca quien mueve primero"),
    ("/watch problem", "problema", "Empezar con este problema"),
    ("/problem/validate problem", "problema", "Uno de tus problemas"),
    (" fen", "fen", "La posición como texto, en ajedrez FEN; nada para un tablero vacío"),
    ("/problem/validate fen", "fen", "O una posición como texto, en ajedrez FEN"),
    (" image", "imagen", "Una captura, un diagrama de un libro, o uno de nuestros tableros"),
    (" title", "título", "Su nombre"),
    (" game", "juego", "Ajedrez si no dices nada"),
    (" order", "orden", "Qué va primero"),
    (" solved", "resueltos", "Resueltos por ti o no"),
    (" opponent", "rival", "Alguien de aquí"),
    (" level", "nivel", "O una máquina de este nivel"),
    (" side", "lado", "Quién mueve primero"),
    (" open", "abierta", "Que acepte cualquiera"),
    (" options", "opciones", "Opciones del juego"),
    (" position", "posición", "Empezar con esta posición"),
    (" move", "jugada", "Tu jugada"),
    (" first", "primera", "La máquina que mueve primero"),
    ("/simulate first", "primera", "Una máquina"),
    (" second", "segunda", "La otra máquina"),
    (" count", "cuántos", "Cuántos problemas, 10 si no dices nada"),
    (" errors", "errores", "Menos errores primero, en vez del mejor tiempo"),
    (" by", "por", "Según qué"),
    (" when", "cuándo", "Desde cuándo"),
    (" where", "dónde", "En todas partes si no dices nada"),
    (" channel", "canal", "Este si no dices nada"),
    (" day", "día", "Un día de esa semana, como 2026-11-18"),
    (" language", "idioma", "De lo que se publica aquí"),
    (" time_zone", "zona_horaria", "Por ejemplo Europe/Madrid"),
    (" daily_channel", "canal_diario", "Dónde se publica el problema del día"),
    (" hour", "hora", "A qué hora de esa zona, de 0 a 23"),
    (" weekly_channel", "canal_semanal", "Dónde se resume la semana"),
    (" what", "qué", "Qué"),
    (" who", "quiénes", "Entre quiénes"),
    (" reason", "motivo", "Por qué; queda registrado"),
    ("/problem/report reason", "motivo", "Qué tiene de malo"),
    ("/moderate/rename name", "nombre", "O el nombre que tiene en las clasificaciones"),
    (" member", "miembro", "Otra persona"),
    (" name", "nombre", "De 2 a 32 letras, cifras y _ - ."),
    (" code", "código", "El código que mostró el otro cliente; nada para recibir uno para él"),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn check(command: &Command, path: &str) {
        // Discord's names of context menus cannot be told in two languages through poise.
        if command.context_menu_action.is_some() {
            return;
        }
        let path = format!("{path}/{}", command.name);
        assert_eq!(command.name_localizations.len(), 2, "{path} has no Spanish name");
        assert_eq!(command.description_localizations.len(), 2, "{path} has no Spanish description");
        for parameter in &command.parameters {
            assert_eq!(parameter.name_localizations.len(), 2, "{path} {} has no Spanish", parameter.name);
        }
        command.subcommands.iter().for_each(|command| check(command, &path));
    }

    #[test]
    fn every_command_and_option_has_its_spanish() {
        let mut commands = crate::commands::all();
        translate(&mut commands);
        commands.iter().for_each(|command| check(command, ""));
    }
}
