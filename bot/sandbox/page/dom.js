// Everything the page shows is built here from nodes and text; no message ever becomes markup.

/** Builds an element. `on*` props are listeners, `data` a dataset, `style` CSS properties, the rest attributes. */
export function h(tag, props, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "data")
      for (const [name, text] of Object.entries(value)) text !== undefined && (node.dataset[name] = text);
    else if (key === "style") for (const [name, text] of Object.entries(value)) node.style.setProperty(name, text);
    else if (key === "value" || key === "checked" || key === "selected") node[key] = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(
    ...children.flat(3).filter((child) => child !== undefined && child !== null && child !== false && child !== ""),
  );
  return node;
}

export const byId = (id) => document.getElementById(id);

const PATHS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  hash: "M9.5 4 7.5 20M16.5 4l-2 16M4.5 9h16M3.5 15h16",
  thread: "M6 4v9a3 3 0 0 0 3 3h9M14.5 12.5 18 16l-3.5 3.5",
  mail: "M4 6.5h16v11H4zM4 7l8 6 8-6",
  people:
    "M9 11a3.2 3.2 0 1 0 0-6.4A3.2 3.2 0 0 0 9 11zM3 19.5c0-3.4 2.5-5.5 6-5.5s6 2.1 6 5.5M15.5 5a3 3 0 0 1 0 5.8M17.5 14.3c2.2.7 3.5 2.5 3.5 5.2",
  picture: "M4 5h16v14H4zM4 16l5-5 4 4 2.5-2.5L20 17M15.5 9.2h.01",
  send: "M5 12h14M13 6l6 6-6 6",
  more: "M5.5 12h.01M12 12h.01M18.5 12h.01",
  sun: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
  moon: "M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6z",
  close: "M6 6l12 12M18 6 6 18",
  down: "M12 5v14M6 13l6 6 6-6",
  file: "M6 3.5h8l4 4v13H6zM14 3.5v4h4",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  window: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  reply: "M4 19v-5a4 4 0 0 1 4-4h12M16 6l4 4-4 4",
  check: "M5 12.5 10 17.5 19.5 7",
  chevron: "M6 9l6 6 6-6",
};

/** A decorative stroke icon; the control around it carries the name. */
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("icon");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

/** A button that is only an icon, with its name for the ear and the pointer. */
export function iconButton(name, label, props) {
  return h("button", { type: "button", class: "icon-button", "aria-label": label, title: label, ...props }, icon(name));
}

/** The colour of a user or an embed, which may come as a number or as CSS text. */
export function colour(value) {
  if (typeof value === "number") return `#${value.toString(16).padStart(6, "0")}`;
  return value || undefined;
}

export const displayName = (user) => user?.global_name || user?.username || "?";

/** A user's rounded square: the initial on the user's colour, or the house mark for the bot. */
export function avatar(user, size = "") {
  if (user?.bot) return h("img", { class: `avatar ${size}`, src: "/page/favicon.svg", alt: "", draggable: "false" });
  const initial = [...displayName(user)][0]?.toUpperCase() ?? "?";
  return h(
    "span",
    { class: `avatar ${size}`, "aria-hidden": "true", style: { "--avatar": colour(user?.color) ?? "#7a6a5c" } },
    initial,
  );
}

/** A short notice that leaves by itself. */
export function toast(text) {
  const node = h("div", { class: "toast", data: { testid: "toast" } }, text);
  byId("toasts").append(node);
  setTimeout(() => node.remove(), 6000);
}

/** Says something to screen readers only. */
export function announce(text) {
  byId("live").textContent = text;
}
