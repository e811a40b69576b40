// The list of messages of the open channel.
import { pendings } from "./apps.js";
import { chatCommands } from "./commands.js";
import { byId, h, icon } from "./dom.js";
import { fromCommand, messageItem, pendingItem } from "./message.js";
import { carryOver } from "./pictures.js";
import { earlier, emit, place, state } from "./state.js";
import { dayKey, dayName } from "./times.js";
import { t } from "./words.js";

const APART = 7 * 60_000;

const list = () => byId("messages");
const scroller = () => byId("scroller");
let items = new Map();
let days = new Map();
let atEnd = true;
let endTop = 0;

function itemOf(message) {
  const have = items.get(message.id);
  if (have?.message === message) return have.node;
  const node = messageItem(message);
  if (have) replaceFocus(have.node, node);
  items.set(message.id, { message, node });
  return node;
}

/** A changed message keeps the reader's place: focus stays on the same control, or on the one in its position. */
function replaceFocus(before, after) {
  carryOver(before, after);
  const controls = (root) => [...root.querySelectorAll(".row > *, .picture")];
  // An open menu has its focus on an entry.
  const active = document.activeElement?.closest(".row > *, .picture");
  const index = controls(before).indexOf(active);
  const id = index >= 0 ? active.dataset.customId : undefined;
  before.replaceWith(after);
  if (index < 0) return;
  const next = controls(after);
  (next.find((one) => id && one.dataset.customId === id) ?? next[index] ?? next[0])?.focus({ preventScroll: true });
}

function dayItem(date) {
  const key = dayKey(date);
  if (!days.has(key)) days.set(key, h("li", { class: "day" }, h("span", null, dayName(date))));
  return days.get(key);
}

const continues = (before, message) =>
  before &&
  before.author.id === message.author.id &&
  !fromCommand(message) &&
  !message.referenced_message &&
  !!before.ephemeral === !!message.ephemeral &&
  new Date(message.timestamp) - new Date(before.timestamp) < APART &&
  dayKey(new Date(before.timestamp)) === dayKey(new Date(message.timestamp));

/** What a command is called in the person's language, once it is registered. */
const labelOf = (name) => chatCommands().find((one) => one.name === name)?.label ?? name;

function welcome() {
  const here = place(state.channel);
  const suggestion = (name, words) =>
    h(
      "li",
      null,
      h(
        "button",
        {
          type: "button",
          class: "suggestion",
          onclick: () => emit("suggest", `/${labelOf(name)}`),
          data: { testid: "suggestion", name },
        },
        h("code", null, `/${labelOf(name)}`),
        h("span", null, t(words)),
        icon("send"),
      ),
    );
  return h(
    "li",
    { class: "welcome", data: { testid: "welcome" } },
    h("img", { src: "/page/favicon.svg", alt: "", width: "64", height: "64" }),
    h("h2", null, here?.dm ? t("welcomeDm") : t("welcomeTitle", here?.title ?? "Tablero")),
    h("p", null, t("welcomeLead")),
    h("ul", null, suggestion("help", "tryHelp"), suggestion("solve", "trySolve"), suggestion("play", "tryPlay")),
  );
}

/** Brings the list in line with what is known; nodes that did not change stay where they are. */
export function renderMessages() {
  // Scroll events come late: a reader who has just left the end must not be pulled back.
  if (scroller().scrollTop < endTop - 60) atEnd = false;
  const room = state.rooms.get(state.channel);
  const messages = [...(room?.values() ?? [])].sort((a, b) => earlier(a.id, b.id));
  const wanted = [];
  let before = null;
  for (const message of messages) {
    const date = new Date(message.timestamp);
    if (!before || dayKey(new Date(before.timestamp)) !== dayKey(date)) wanted.push(dayItem(date));
    const node = itemOf(message);
    node.classList.toggle("compact", !!continues(before, message));
    wanted.push(node);
    before = message;
  }
  const mine = [...pendings].filter((one) => one.channel === state.channel && one.user === state.me.id);
  wanted.push(...mine.map(pendingItem));
  if (room && !wanted.length) wanted.push(welcome());
  const root = list();
  wanted.forEach(
    (node, index) => root.children[index] !== node && root.insertBefore(node, root.children[index] ?? null),
  );
  while (root.children.length > wanted.length) root.lastElementChild.remove();
  for (const id of [...items.keys()]) if (!room?.has(id)) items.delete(id);
  if (atEnd) toEnd();
}

/** Builds one message again although it did not change, because its buttons did. */
export function refreshMessage(id) {
  const have = items.get(id);
  if (have) items.set(id, { ...have, message: null });
  renderMessages();
}

/** Starts over: another channel, person or language. */
export function resetMessages() {
  items = new Map();
  days = new Map();
  atEnd = true;
  endTop = 0;
  list().replaceChildren();
  list().setAttribute("aria-label", t("messages", place(state.channel)?.title ?? ""));
  renderMessages();
}

export function toEnd() {
  scroller().scrollTop = scroller().scrollHeight;
  endTop = scroller().scrollTop;
  atEnd = true;
  showJump();
}

function showJump() {
  let jump = byId("jump");
  if (!jump) {
    jump = h(
      "button",
      { id: "jump", type: "button", class: "jump", onclick: toEnd, data: { testid: "jump" } },
      icon("down"),
      h("span"),
    );
    scroller().after(jump);
  }
  jump.hidden = atEnd;
  jump.querySelector("span").textContent = t(jump.dataset.fresh ? "newMessages" : "jump");
  if (atEnd) delete jump.dataset.fresh;
}

/** Tells a reader who has scrolled up that something came in below. */
export function markFresh() {
  if (atEnd) return;
  byId("jump").dataset.fresh = "yes";
  showJump();
}

export function watchScroll() {
  scroller().addEventListener(
    "scroll",
    () => {
      const box = scroller();
      atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 60;
      showJump();
    },
    { passive: true },
  );
  // Pictures that arrive, keyboards that open and boxes that grow must not push the newest message out of sight.
  const keep = new ResizeObserver(() => atEnd && toEnd());
  keep.observe(list());
  keep.observe(scroller());
}
