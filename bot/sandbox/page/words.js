// The page speaks the language of the person who is playing; what the bot says is the bot's affair.

const EN = {
  skip: "Skip to the message box", channels: "Channels", drop: "Drop the picture here", messages: "Messages in {0}",
  directMessage: "Direct message", playingAs: "Playing as", switchTo: "Play as {0}", newTab: "Open {0} in a new tab",
  bothSides: "Open another person in a new tab to play both sides.", language: "Language", theme: "Switch between light and dark",
  openChannels: "Open the channel list", closeChannels: "Close the channel list", people: "People", app: "APP", unread: "unread",
  apps: "Apps", noApps: "No app commands here", more: "More for this message", userMenu: "About {0}", copyText: "Copy text", copied: "Copied",
  edited: "(edited)", used: "used", thinking: "{0} is thinking", failed: "This interaction failed", noResponse: "The application did not respond",
  sending: "Sending command", onlyYou: "Only you can see this", dismiss: "Dismiss message", today: "Today", yesterday: "Yesterday",
  jump: "Jump to newest", newMessages: "New messages", spoiler: "Spoiler, click to open", openPicture: "Open the picture: {0}", picture: "Picture",
  download: "Download {0}", close: "Close", cancel: "Cancel", submit: "Submit", required: "required", optional: "optional", done: "Done",
  chooseSome: "Choose {0} to {1}", select: "Make a selection", offline: "The bot is offline. Its buttons and commands answer again when it is back.",
  lost: "The connection to the sandbox was lost. Trying again…", starting: "Looking for the sandbox…",
  message: "Message {0}", placeholder: "Message {0}, or type / for commands", attach: "Attach a picture", send: "Send", removeFile: "Remove {0}",
  uploading: "Uploading", commands: "Commands", noCommands: "No command matches", options: "Options of {0}", addOption: "+ option", addOptions: "+ {0} more",
  choosePicture: "Choose a picture", yes: "True", no: "False", noChoices: "Nothing matches", loading: "Looking…", missing: "This option is required",
  notInteger: "Give a whole number", notNumber: "Give a number", atLeast: "At least {0}", atMost: "At most {0}", shorter: "At most {0} characters",
  longer: "At least {0} characters", notAChoice: "Choose one of the list", unknownOption: "I do not know the option “{0}”", leaveCommand: "Leave the command",
  enterSends: "Enter sends", welcomeTitle: "Welcome to {0}", welcomeDm: "Just you and the bot",
  welcomeLead: "Chess problems, whole games and rankings, right here in the chat. Three things to try:",
  tryHelp: "what the bot can do, in one message", trySolve: "a problem with a board: find the move", tryPlay: "a whole game, against a machine or a friend",
  pinned: "pinned a message", threadMade: "started a thread", reply: "replied to", empty: "(no text)",
};

const ES = {
  skip: "Ir al cuadro de mensaje", channels: "Canales", drop: "Suelta la imagen aquí", messages: "Mensajes de {0}",
  directMessage: "Mensaje directo", playingAs: "Juegas como", switchTo: "Jugar como {0}", newTab: "Abrir a {0} en otra pestaña",
  bothSides: "Abre a otra persona en otra pestaña para jugar los dos bandos.", language: "Idioma", theme: "Cambiar entre claro y oscuro",
  openChannels: "Abrir la lista de canales", closeChannels: "Cerrar la lista de canales", people: "Personas", app: "APP", unread: "sin leer",
  apps: "Aplicaciones", noApps: "Aquí no hay comandos", more: "Más sobre este mensaje", userMenu: "Sobre {0}", copyText: "Copiar el texto", copied: "Copiado",
  edited: "(editado)", used: "usó", thinking: "{0} está pensando", failed: "Esta interacción ha fallado", noResponse: "La aplicación no ha respondido",
  sending: "Enviando el comando", onlyYou: "Solo tú puedes ver esto", dismiss: "Descartar mensaje", today: "Hoy", yesterday: "Ayer",
  jump: "Ir a lo más nuevo", newMessages: "Mensajes nuevos", spoiler: "Spoiler, haz clic para abrirlo", openPicture: "Abrir la imagen: {0}", picture: "Imagen",
  download: "Descargar {0}", close: "Cerrar", cancel: "Cancelar", submit: "Enviar", required: "obligatorio", optional: "opcional", done: "Listo",
  chooseSome: "Elige de {0} a {1}", select: "Elige una opción", offline: "El bot está desconectado. Sus botones y comandos responderán cuando vuelva.",
  lost: "Se perdió la conexión con el sandbox. Reintentando…", starting: "Buscando el sandbox…",
  message: "Mensaje para {0}", placeholder: "Mensaje para {0}, o escribe / para ver comandos", attach: "Adjuntar una imagen", send: "Enviar", removeFile: "Quitar {0}",
  uploading: "Subiendo", commands: "Comandos", noCommands: "Ningún comando coincide", options: "Opciones de {0}", addOption: "+ opción", addOptions: "+ {0} más",
  choosePicture: "Elige una imagen", yes: "Sí", no: "No", noChoices: "Nada coincide", loading: "Buscando…", missing: "Esta opción es obligatoria",
  notInteger: "Escribe un número entero", notNumber: "Escribe un número", atLeast: "Como mínimo {0}", atMost: "Como máximo {0}", shorter: "Como máximo {0} caracteres",
  longer: "Como mínimo {0} caracteres", notAChoice: "Elige algo de la lista", unknownOption: "No conozco la opción «{0}»", leaveCommand: "Salir del comando",
  enterSends: "Intro envía", welcomeTitle: "Esto es {0}", welcomeDm: "Solo tú y el bot",
  welcomeLead: "Problemas de ajedrez, partidas completas y clasificaciones, aquí mismo en el chat. Tres cosas para probar:",
  tryHelp: "lo que sabe hacer el bot, en un mensaje", trySolve: "un problema con su tablero: encuentra la jugada", tryPlay: "una partida completa, contra una máquina o un amigo",
  pinned: "ha fijado un mensaje", threadMade: "ha abierto un hilo", reply: "respondió a", empty: "(sin texto)",
};

/** The languages a person can choose; the tags are Discord's. */
export const LOCALES = [["en-US", "English"], ["en-GB", "English (UK)"], ["es-ES", "Español"], ["es-419", "Español (Latinoamérica)"]];

let locale = "en-US";

export function speak(tag) {
  locale = tag || "en-US";
  document.documentElement.lang = locale;
  for (const node of document.querySelectorAll("[data-word]")) node.textContent = t(node.dataset.word);
  for (const node of document.querySelectorAll("[data-word-label]")) node.setAttribute("aria-label", t(node.dataset.wordLabel));
}

export const language = () => locale;

/** The phrase in the current language, with `{0}`, `{1}` filled in. */
export function t(key, ...values) {
  const phrase = (locale.startsWith("es") ? ES : EN)[key] ?? EN[key] ?? key;
  return phrase.replace(/\{(\d)\}/g, (_, index) => values[index]);
}
