// Discord's flavour of markdown, read into nodes.
import { displayName, h } from "./dom.js";
import { emit, place, user } from "./state.js";
import { full, stamp } from "./times.js";
import { t } from "./words.js";

const link = (href, ...children) => h("a", { href, target: "_blank", rel: "noopener noreferrer" }, ...children);

function spoiler(text) {
  const inside = h("span", { class: "spoiler-text", inert: true }, inline(text));
  const cover = h(
    "span",
    { class: "spoiler", role: "button", tabindex: "0", "aria-label": t("spoiler"), data: { testid: "spoiler" } },
    inside,
  );
  const open = (event) => {
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    if (cover.classList.contains("open")) return;
    event.preventDefault();
    cover.classList.add("open");
    inside.inert = false;
    for (const name of ["role", "tabindex", "aria-label"]) cover.removeAttribute(name);
  };
  cover.addEventListener("click", open);
  cover.addEventListener("keydown", open);
  return cover;
}

function mention(id) {
  const one = user(id);
  return h(
    "button",
    {
      type: "button",
      class: "mention",
      onclick: (event) => one && emit("user-menu", { anchor: event.currentTarget, user: one }),
    },
    `@${one ? displayName(one) : id}`,
  );
}

function channelMention(id) {
  const target = place(id);
  return h(
    "button",
    { type: "button", class: "mention", onclick: () => target && emit("go", id) },
    target ? target.title : `#${id}`,
  );
}

const commandMention = (name) =>
  h("button", { type: "button", class: "mention", onclick: () => emit("suggest", `/${name}`) }, `/${name}`);

function time(unix, style) {
  const date = new Date(Number(unix) * 1000);
  if (Number.isNaN(date.getTime())) return `<t:${unix}>`;
  const data = style === "R" ? { relative: "" } : {};
  return h("time", { class: "stamp", datetime: date.toISOString(), title: full(date), data }, stamp(date, style));
}

// Tried in this order at every place; the first that matches there wins.
const INLINE = [
  [/^\\([^\sA-Za-z0-9])/, (m) => m[1]],
  [/^(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/, (m) => h("code", null, m[2].replace(/^ (.*) $/, "$1"))],
  [/^\|\|([\s\S]+?)\|\|/, (m) => spoiler(m[1])],
  [/^\*\*\*(?=\S)([\s\S]+?)\*\*\*(?!\*)/, (m) => h("strong", null, h("em", null, inline(m[1])))],
  [/^\*\*(?=\S)([\s\S]+?)\*\*(?!\*)/, (m) => h("strong", null, inline(m[1]))],
  [/^__(?=\S)([\s\S]+?)__(?!_)/, (m) => h("u", null, inline(m[1]))],
  [/^~~([\s\S]+?)~~/, (m) => h("s", null, inline(m[1]))],
  [/^\*(?=\S)((?:\*\*[^*]+\*\*|[^*])+)\*(?!\*)/, (m) => h("em", null, inline(m[1]))],
  [
    /^_(?=\S)((?:__[^_]+__|[^_])+)_(?![A-Za-z0-9_])/,
    (m, before) => (/[A-Za-z0-9]/.test(before) ? null : h("em", null, inline(m[1]))),
  ],
  [/^\[((?:\\.|[^\]\\])+)\]\(<?(https?:\/\/[^\s)>]+)>?(?:\s+"[^"]*")?\)/, (m) => link(m[2], inline(m[1]))],
  [/^<(https?:\/\/[^\s>]+)>/, (m) => link(m[1], m[1])],
  [/^https?:\/\/[^\s<]+[^\s<.,:;"')\]*_~|]/, (m) => link(m[0], m[0])],
  [/^<@!?(\d+)>/, (m) => mention(m[1])],
  [/^<#(\d+)>/, (m) => channelMention(m[1])],
  [/^<\/([^:>]+):\d+>/, (m) => commandMention(m[1])],
  [/^<t:(-?\d{1,13})(?::([tTdDfFR]))?>/, (m) => time(m[1], m[2])],
  [/^<a?(:\w+:)\d+>/, (m) => m[1]],
  [/^\n/, () => h("br")],
];

/** Reads one run of text without blocks. */
export function inline(text) {
  const nodes = [];
  let plain = "",
    at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    let node = null,
      length = 0;
    if (/^[\\`|*_~[<h\n]/.test(rest)) {
      for (const [pattern, build] of INLINE) {
        const match = pattern.exec(rest);
        if (match && (node = build(match, text[at - 1] ?? "")) !== null) {
          length = match[0].length;
          break;
        }
      }
    }
    if (node === null) {
      plain += text[at++];
      continue;
    }
    nodes.push(plain, node);
    plain = "";
    at += length;
  }
  nodes.push(plain);
  return nodes.filter((one) => one !== "");
}

const ITEM = /^(\s*)([-*]|\d{1,9}\.)\s+(.*)$/;

/** Bullets and numbers at the same depth are two lists. */
function sameList(first) {
  const [, depth, mark] = ITEM.exec(first);
  return (line) => {
    const item = ITEM.exec(line);
    return item && (item[1].length > depth.length || /\d/.test(item[2]) === /\d/.test(mark));
  };
}

function list(lines) {
  const [, indent, mark] = ITEM.exec(lines[0]);
  const root = /\d/.test(mark) ? h("ol", { start: parseInt(mark, 10) }) : h("ul");
  for (let i = 0; i < lines.length;) {
    const item = h("li", null, inline(ITEM.exec(lines[i])[3]));
    let end = i + 1;
    while (end < lines.length && ITEM.exec(lines[end])[1].length > indent.length) end++;
    if (end > i + 1) item.append(list(lines.slice(i + 1, end)));
    root.append(item);
    i = end;
  }
  return root;
}

function take(lines, from, test) {
  let end = from;
  while (end < lines.length && test(lines[end])) end++;
  return lines.slice(from, end);
}

function blocks(text) {
  const lines = text.split("\n"),
    nodes = [];
  const special = (line) => /^(#{1,3} +\S|-# +\S|> |>>> )/.test(line) || line === ">" || ITEM.test(line);
  for (let i = 0; i < lines.length;) {
    const line = lines[i];
    const heading = /^(#{1,3}) +(.*\S)/.exec(line);
    const small = /^-# +(.+)/.exec(line);
    if (heading) {
      nodes.push(
        h(
          "p",
          { class: `h${heading[1].length}`, role: "heading", "aria-level": String(heading[1].length + 1) },
          inline(heading[2]),
        ),
      );
      i++;
    } else if (small) {
      nodes.push(h("p", { class: "small" }, inline(small[1])));
      i++;
    } else if (line.startsWith(">>> ")) {
      nodes.push(h("blockquote", null, blocks([line.slice(4), ...lines.slice(i + 1)].join("\n"))));
      break;
    } else if (line.startsWith("> ") || line === ">") {
      const quoted = take(lines, i, (one) => one.startsWith("> ") || one === ">");
      nodes.push(h("blockquote", null, blocks(quoted.map((one) => one.slice(2)).join("\n"))));
      i += quoted.length;
    } else if (ITEM.test(line)) {
      const items = take(lines, i, sameList(line));
      nodes.push(list(items));
      i += items.length;
    } else {
      const run = take(lines, i, (one) => !special(one));
      const paragraph = run.join("\n");
      if (paragraph.trim()) nodes.push(h("p", null, inline(paragraph.replace(/^\n+|\n+$/g, ""))));
      i += run.length;
    }
  }
  return nodes;
}

/** Reads a whole message into block nodes. */
export function markdown(text) {
  const nodes = [];
  for (const [index, part] of (text ?? "").split(/```([\s\S]+?)```/).entries()) {
    if (index % 2 === 0) nodes.push(...blocks(part));
    else nodes.push(h("pre", { tabindex: "0" }, h("code", null, part.replace(/^[\w+-]*\n/, "").replace(/\n$/, ""))));
  }
  return nodes;
}

/** The words of a message without its marks, for notices and screen readers; spoilers stay closed. */
export function plain(text) {
  return (text ?? "")
    .replace(/\|\|[\s\S]+?\|\|/g, "…")
    .replace(/<t:\d+(:\w)?>/g, "")
    .replace(/[*_~`>#|]|-# /g, "")
    .replace(/\s+/g, " ")
    .trim();
}
