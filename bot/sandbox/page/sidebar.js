// Left: servers and channels; below them who is playing, in which language, by day or by night.
import * as api from "./api.js";
import { avatar, byId, displayName, h, icon, iconButton, toast } from "./dom.js";
import { directMessages, emit, hashOf, isThread, isWritable, people, place, state } from "./state.js";
import { LOCALES, t } from "./words.js";

function channelLink(id, mark, title, nested) {
  const here = id === state.channel,
    unread = state.unread.has(id);
  return h(
    "a",
    {
      class: `channel${nested ? " nested" : ""}${unread ? " unread" : ""}`,
      href: hashOf(state.me.id, id),
      "aria-current": here ? "page" : undefined,
      data: { testid: "channel", channelId: id },
      onclick: () => showDrawer(false),
    },
    mark,
    h("span", null, title),
    unread && h("i", { class: "dot", role: "img", "aria-label": t("unread") }),
  );
}

function guildSection(guild) {
  const threads = guild.channels.filter(isThread);
  const rows = (channel) => [
    channelLink(channel.id, icon("hash"), channel.name),
    threads
      .filter((thread) => thread.parent_id === channel.id)
      .map((thread) => channelLink(thread.id, icon("thread"), thread.name, true)),
  ];
  const plain = guild.channels.filter((one) => isWritable(one) && !isThread(one));
  const categories = guild.channels.filter((one) => one.type === 4);
  const loose = plain.filter((one) => !categories.some((category) => category.id === one.parent_id));
  return h(
    "section",
    { "aria-label": guild.name },
    h("h2", { class: "guild" }, guild.name),
    loose.map(rows),
    categories.map((category) => [
      h("h3", { class: "category" }, category.name),
      plain.filter((one) => one.parent_id === category.id).map(rows),
    ]),
  );
}

async function openDirectMessage() {
  try {
    const { id } = await api.directMessage(state.me.id);
    await new Promise((resolve) => emit("reload", resolve));
    emit("go", id);
  } catch (error) {
    toast(error.message);
  }
}

function directSection() {
  const all = directMessages();
  const rows = all.length
    ? all.map((dm) =>
        channelLink(dm.id, avatar(dm.other, "tiny"), dm.other ? displayName(dm.other) : t("directMessage")),
      )
    : h(
        "button",
        { type: "button", class: "channel", onclick: openDirectMessage, data: { testid: "open-dm" } },
        icon("mail"),
        h("span", null, displayName(state.world.users.find((one) => one.bot) ?? { username: "bot" })),
      );
  return h("section", { "aria-label": t("directMessage") }, h("h2", { class: "guild" }, t("directMessage")), rows);
}

function person(one) {
  const mine = one.id === state.me.id;
  return h(
    "li",
    null,
    h(
      "button",
      {
        type: "button",
        class: "person",
        "aria-pressed": String(mine),
        "aria-label": t("switchTo", displayName(one)),
        title: `@${one.username} · ${one.locale}`,
        data: { testid: "user-option", userId: one.id },
        onclick: () => (emit("play-as", one.id), showDrawer(false)),
      },
      avatar(one, "small"),
      h("span", null, displayName(one)),
      mine && icon("check"),
    ),
    !mine &&
      h(
        "a",
        {
          class: "icon-button",
          href: hashOf(one.id, place(state.channel)?.dm ? "" : state.channel),
          target: "_blank",
          title: t("newTab", displayName(one)),
          "aria-label": t("newTab", displayName(one)),
        },
        icon("window"),
      ),
  );
}

function languageSelect() {
  const known = LOCALES.some(([tag]) => tag === state.me.locale)
    ? LOCALES
    : [[state.me.locale, state.me.locale], ...LOCALES];
  const change = (event) => emit("speak", event.target.value);
  return h(
    "select",
    {
      class: "plain-select",
      "aria-label": t("language"),
      title: t("language"),
      onchange: change,
      data: { testid: "language" },
    },
    known.map(([tag, name]) => h("option", { value: tag, selected: tag === state.me.locale, lang: tag }, name)),
  );
}

const isDark = () =>
  (document.documentElement.dataset.theme ??
    (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";

function themeButton() {
  const dark = isDark();
  return iconButton(dark ? "sun" : "moon", t("theme"), {
    data: { testid: "theme" },
    onclick() {
      const theme = dark ? "light" : "dark";
      document.documentElement.dataset.theme = theme;
      localStorage.setItem("tablero.theme", theme);
      renderSidebar();
    },
  });
}

const sameControl = (one, other) =>
  ["testid", "channelId", "userId"].every((name) => one.dataset[name] === other.dataset[name]);

export function renderSidebar() {
  const root = byId("sidebar"),
    focused = root.contains(document.activeElement) ? document.activeElement : null,
    top = root.querySelector(".places")?.scrollTop ?? 0;
  const places = h("div", { class: "places" }, state.world.guilds.map(guildSection), directSection());
  root.replaceChildren(
    h(
      "div",
      { class: "brand" },
      h("img", { src: "/page/favicon.svg", alt: "", width: "30", height: "30" }),
      h("span", null, "Tablero"),
      iconButton("close", t("closeChannels"), { class: "icon-button drawer-close", onclick: () => showDrawer(false) }),
    ),
    places,
    h(
      "div",
      { class: "self" },
      h("p", { class: "self-title" }, t("playingAs")),
      h(
        "ul",
        { class: "people", title: t("bothSides"), data: { testid: "user-switch", userId: state.me.id } },
        people().map(person),
      ),
      h("div", { class: "settings" }, languageSelect(), themeButton()),
    ),
  );
  places.scrollTop = top;
  if (focused?.dataset.testid)
    [...root.querySelectorAll("[data-testid]")].find((one) => sameControl(one, focused))?.focus();
}

/** Opens or closes the channel list on narrow screens; on wide ones it always stands. */
export function showDrawer(open) {
  byId("sidebar").classList.toggle("open", open);
  byId("scrim").hidden = !open;
  document.querySelector("main").inert = open;
  document.querySelector("[data-testid=open-channels]")?.setAttribute("aria-expanded", String(open));
  if (open) byId("sidebar").querySelector("[aria-current]")?.focus();
}
