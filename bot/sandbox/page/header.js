// The strip above the messages: where we are, who is here, who I am.
import { appEntries } from "./apps.js";
import { avatar, byId, displayName, h, icon, iconButton } from "./dom.js";
import { openMenu, openUserMenu } from "./menu.js";
import { showDrawer } from "./sidebar.js";
import { emit, isThread, people, place, state } from "./state.js";
import { t } from "./words.js";

export const userMenu = ({ anchor, user }) =>
  openUserMenu(anchor, user, [{ heading: t("apps") }, ...appEntries(2, user.id)]);

function peopleMenu(event) {
  const anchor = event.currentTarget;
  const entries = state.world.users.map((one) => ({
    label: displayName(one),
    hint: `@${one.username}`,
    before: avatar(one, "small"),
    testid: "person",
    name: one.username,
    onpick: () => userMenu({ anchor, user: one }),
  }));
  openMenu(anchor, { label: t("people"), testid: "people-menu" }, [{ heading: t("people") }, ...entries]);
}

function switchMenu(event) {
  const entries = people().map((one) => ({
    label: displayName(one),
    hint: one.locale,
    before: avatar(one, "small"),
    checked: one.id === state.me.id,
    testid: "user-choice",
    name: one.username,
    onpick: () => emit("play-as", one.id),
  }));
  openMenu(event.currentTarget, { label: t("playingAs") }, [{ heading: t("playingAs") }, ...entries]);
}

export function renderHeader() {
  const here = place(state.channel);
  const parent = here?.channel && isThread(here.channel) && place(here.channel.parent_id);
  const mark = here?.dm ? avatar(here.dm.other, "small") : icon(parent ? "thread" : "hash");
  byId("header").replaceChildren(
    iconButton("menu", t("openChannels"), {
      class: "icon-button drawer-open",
      "aria-expanded": "false",
      "aria-controls": "sidebar",
      onclick: () => showDrawer(true),
      data: { testid: "open-channels" },
    }),
    h(
      "div",
      { class: "where" },
      mark,
      h("h1", { data: { testid: "channel-title" } }, here ? here.title.replace(/^#/, "") : ""),
      parent && h("small", null, parent.title),
    ),
    iconButton("people", t("people"), {
      "aria-haspopup": "menu",
      "aria-expanded": "false",
      onclick: peopleMenu,
      data: { testid: "people" },
    }),
    h(
      "button",
      {
        type: "button",
        class: "me",
        "aria-haspopup": "menu",
        "aria-expanded": "false",
        "aria-label": `${t("playingAs")}: ${displayName(state.me)}`,
        onclick: switchMenu,
        data: { testid: "me" },
      },
      avatar(state.me, "small"),
    ),
  );
  const unread = state.unread.size;
  if (unread && innerWidth < 720)
    byId("header")
      .querySelector(".drawer-open")
      .append(h("i", { class: "dot" }));
  document.title = `${unread ? "• " : ""}${here?.title ?? ""} · ${displayName(state.me)} · Tablero`;
}

/** The bars that say when something is wrong, and are gone when it is not. */
export function renderBars() {
  const bars = [];
  if (!state.streaming) bars.push(h("p", { class: "bar", data: { testid: "bar-lost" } }, t("lost")));
  else if (state.world.connected === false)
    bars.push(h("p", { class: "bar", data: { testid: "bar-offline" } }, t("offline")));
  byId("bars").replaceChildren(...bars);
}
