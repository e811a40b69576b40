// The message box: text, pictures, and the way into commands.
import * as api from "./api.js";
import { runCommand } from "./apps.js";
import { commandBody, escaped, local, matching, readTyped, readValue } from "./commands.js";
import { makeCommandLine } from "./commandline.js";
import { avatar, byId, displayName, h, icon, iconButton, toast } from "./dom.js";
import { toEnd } from "./messages.js";
import { makePopup } from "./popup.js";
import { place, state } from "./state.js";
import { makeTray } from "./tray.js";
import { t } from "./words.js";

const popup = makePopup();
const tray = makeTray();
const drafts = new Map();
const narrow = matchMedia("(max-width: 719px)");
let draftKey = null;
let box, sendButton, attachButton, slashButton;

const line = makeCommandLine({
  popup,
  onsend: (body, name) => (runCommand(body, name), toEnd()),
  onleave(text) {
    box.hidden = false;
    box.value = text;
    box.focus();
    if (text) complete();
    paint();
  },
});

function openCommand(entry, more) {
  popup.hide();
  box.value = "";
  box.hidden = true;
  line.open(entry, { files: tray.takeFiles(entry.options.filter((one) => one.type === 11).length), ...more });
  paint();
}

/** The people who fit an `@` right before the caret. */
function completeMention() {
  const before = box.value.slice(0, box.selectionStart),
    typed = /(?:^|\s)@([^\s@]*)$/.exec(before)?.[1];
  if (typed === undefined) return popup.hide();
  const fits = (one) =>
    [displayName(one), one.username].some((name) => name.toLowerCase().startsWith(typed.toLowerCase()));
  const items = state.world.users.filter(fits).map((user) => ({
    label: displayName(user),
    detail: `@${user.username}`,
    before: avatar(user, "tiny"),
    testid: "mention-entry",
    name: user.username,
    user,
  }));
  popup.show(box, {
    title: t("people"),
    items,
    active: typed ? 0 : -1,
    onpick({ user }) {
      box.setRangeText(`@${displayName(user)} `, before.length - typed.length - 1, before.length, "end");
      popup.hide();
      paint();
    },
  });
  if (!items.length) popup.hide();
}

/** Names that people write become the mentions that bots read. */
function withMentions(text) {
  const names = state.world.users.flatMap((one) => [
    [displayName(one), one.id],
    [one.username, one.id],
  ]);
  const ids = new Map(names.map(([name, id]) => [name.toLowerCase(), id]));
  const longestFirst = [...ids.keys()].sort((a, b) => b.length - a.length).map(escaped);
  const pattern = new RegExp(`(^|\\s)@(${longestFirst.join("|")})(?![\\p{L}\\p{N}_])`, "giu");
  return text.replace(pattern, (_, space, name) => `${space}<@${ids.get(name.toLowerCase())}>`);
}

/** The list that belongs to what stands in the box: commands while one is being named, then its options. */
function complete() {
  const text = box.value;
  if (!text.startsWith("/") || text.includes("\n")) return completeMention();
  const typed = /^\/\S.*\s/.test(text) ? readTyped(text) : null;
  if (typed) {
    const { entry, texts } = typed;
    const items = entry.options
      .filter((one) => !texts.has(one))
      .map((option) => ({
        label: `${local(option, "name")}:`,
        description: local(option, "description"),
        detail: option.required ? t("required") : undefined,
        option,
        testid: "option-hint",
        name: option.name,
      }));
    return popup.show(box, {
      title: `/${entry.label}`,
      hint: entry.description,
      items,
      active: -1,
      onpick: (item) => openCommand(entry, { texts, focus: item.option }),
    });
  }
  const items = matching(text.slice(1)).map((entry) => ({
    label: `/${entry.label}`,
    description: entry.description,
    detail: entry.options.map((one) => local(one, "name")).join("  "),
    entry,
    testid: "command-entry",
    name: entry.name,
  }));
  popup.show(box, { items, empty: t("noCommands"), onpick: (item) => openCommand(item.entry) });
}

function sendTyped({ entry, texts, unknown }) {
  const values = [];
  const needsPicture = entry.options.some((one) => one.type === 11 && one.required) || tray.size > 0;
  let focus, fault;
  for (const option of entry.options) {
    if (!texts.has(option)) {
      if (option.required && !focus) focus = option;
      continue;
    }
    const read = readValue(option, texts.get(option));
    if (read.fault && !fault) [focus, fault] = [option, read.fault];
    values.push([option, read.value]);
  }
  if (unknown) toast(t("unknownOption", unknown));
  if (unknown || focus || needsPicture) return openCommand(entry, { texts, focus, fault });
  box.value = "";
  popup.hide();
  paint();
  runCommand(commandBody(entry, values), `/${entry.label}`);
  toEnd();
}

async function send() {
  if (line.isOpen) return line.send();
  const typed = box.value.startsWith("/") ? readTyped(box.value) : null;
  if (typed) return sendTyped(typed);
  const content = box.value.trim(),
    channel = state.channel,
    user = state.me.id;
  if (!content && !tray.size) return;
  try {
    const attachments = await tray.ids();
    box.value = "";
    popup.hide();
    paint();
    await api.say({ user, channel, content: withMentions(content), attachments });
    tray.clear();
    toEnd();
  } catch (error) {
    toast(error.message);
    if (channel === state.channel && !box.value) box.value = content;
    paint();
  }
}

function keys(event) {
  if (event.isComposing) return;
  if (event.key === "Enter" && !event.shiftKey) {
    const typed = box.value.startsWith("/") ? readTyped(box.value) : null;
    const elsewhere = popup.active && !(typed && popup.active.entry?.name === typed.entry.name);
    if (!elsewhere || !popup.open) {
      event.preventDefault();
      return send();
    }
  }
  popup.key(event);
}

function paint() {
  const title = place(state.channel)?.title ?? "";
  box.placeholder = t(narrow.matches ? "message" : "placeholder", title);
  box.setAttribute("aria-label", t("message", title));
  sendButton.classList.toggle("ready", line.isOpen || box.value.trim() !== "" || tray.size > 0);
  if (CSS.supports("field-sizing", "content")) return;
  box.style.height = "auto";
  box.style.height = `${box.scrollHeight}px`;
}

/** Takes pictures from the button, a drop or the clipboard. */
export function takeFiles(files) {
  for (const file of files) if (!line.takeFile(file)) tray.add(file);
  if (!line.isOpen) box.focus();
}

/** Puts a text into the box as if it had been typed. */
export function suggestText(text) {
  if (line.isOpen) line.leave("");
  box.value = text;
  box.focus();
  complete();
  paint();
}

export const focusBox = () => (line.isOpen ? line.node.querySelector("input, button").focus() : box.focus());

/** Another channel or person: what stood in the box waits there until they come back. */
export function switchBox() {
  if (draftKey) drafts.set(draftKey, line.isOpen ? "" : box.value);
  if (line.isOpen) line.leave("");
  draftKey = `${state.me.id}/${state.channel}`;
  box.value = drafts.get(draftKey) ?? "";
  popup.hide();
  for (const [button, word] of [
    [attachButton, "attach"],
    [slashButton, "commands"],
    [sendButton, "send"],
  ]) {
    button.title = t(word);
    button.setAttribute("aria-label", t(word));
  }
  paint();
}

export function buildComposer() {
  const picker = h("input", {
    type: "file",
    accept: "image/*",
    multiple: true,
    class: "sr",
    tabindex: "-1",
    "aria-hidden": "true",
    data: { testid: "attach-file" },
    onchange: () => (takeFiles(picker.files), (picker.value = "")),
  });
  attachButton = iconButton("picture", "", { onclick: () => picker.click(), data: { testid: "attach" } });
  slashButton = h(
    "button",
    { type: "button", class: "icon-button slash", onclick: () => suggestText("/"), data: { testid: "commands" } },
    "/",
  );
  sendButton = h(
    "button",
    {
      type: "button",
      class: "send",
      onclick: send,
      onmousedown: (event) => event.preventDefault(),
      data: { testid: "send" },
    },
    icon("send"),
  );
  box = h("textarea", {
    rows: "1",
    maxlength: "2000",
    "aria-autocomplete": "list",
    enterkeyhint: "send",
    autocomplete: "off",
    data: { testid: "message-box" },
    onkeydown: keys,
    oninput: () => (complete(), paint()),
    onfocus: () => box.value.startsWith("/") && complete(),
  });
  tray.onchange = paint;
  narrow.addEventListener("change", paint);
  const root = byId("composer");
  root.addEventListener("focusout", () => setTimeout(() => root.contains(document.activeElement) || popup.hide(), 150));
  root.append(
    popup.node,
    h(
      "div",
      { class: "box" },
      tray.node,
      h("div", { class: "box-row" }, attachButton, slashButton, box, line.node, picker, sendButton),
    ),
  );
}
