// Starts the page and keeps it in step with the sandbox.
import * as api from "./api.js";
import { forgetFailed, pendings } from "./apps.js";
import { buildComposer, focusBox, suggestText, switchBox, takeFiles } from "./composer.js";
import { announce, byId, toast } from "./dom.js";
import { renderBars, renderHeader, userMenu } from "./header.js";
import { hear } from "./interactions.js";
import { spoken } from "./message.js";
import { markFresh, refreshMessage, renderMessages, resetMessages, toEnd, watchScroll } from "./messages.js";
import { renderSidebar, showDrawer } from "./sidebar.js";
import { directMessages, firstChannel, hashOf, isWritable, on, place, readHash, state } from "./state.js";
import { speak, t } from "./words.js";

let stop = () => {};
let entries = 0;

function settle(world) {
  const id = world.me?.id ?? world.me;
  state.world = { ...state.world, ...world };
  state.me = world.users.find((one) => one.id === id) ?? world.me;
  speak(state.me.locale);
}

async function loadMessages(channel) {
  const who = state.me.id;
  const messages = await api.messages(who, channel);
  if (who !== state.me.id) return;
  state.rooms.set(channel, new Map(messages.map((message) => [message.id, message])));
  if (channel === state.channel) renderMessages();
}

function renderFrame() {
  renderSidebar();
  renderHeader();
  renderBars();
}

async function openChannel(id) {
  state.channel = id;
  state.unread.delete(id);
  const wanted = hashOf(state.me.id, id);
  if (location.hash !== wanted) history.replaceState(null, "", wanted);
  renderFrame();
  switchBox();
  resetMessages();
  if (id) await loadMessages(id).catch((error) => toast(error.message));
}

/** Becomes a person: their world, their events, and the channel of the address or the nearest to it. */
async function enter(who, where, wasDirect) {
  const entry = ++entries;
  const world = await api.world(who);
  if (entry !== entries) return;
  stop();
  state.rooms.clear();
  state.unread.clear();
  settle(world);
  stop = api.listen(state.me.id, { onevent, onopen, onlost });
  const direct = wasDirect ? directMessages()[0]?.id : undefined;
  await openChannel(place(where) ? where : (direct ?? firstChannel()));
}

function onlost() {
  state.streaming = false;
  renderBars();
}

function onopen(again) {
  state.streaming = true;
  renderBars();
  if (again) resync();
}

/** After a gap: nothing that was cached may be trusted. */
async function resync() {
  for (const id of [...state.rooms.keys()]) if (id !== state.channel) state.rooms.delete(id);
  await reload();
  await loadMessages(state.channel).catch((error) => toast(error.message));
}

async function reload(done) {
  try {
    const before = state.me,
      entry = entries;
    const world = await api.world(before.id);
    if (entry !== entries) return;
    settle(world);
    if (place(state.channel)) {
      renderFrame();
      if (before.locale !== state.me.locale) (switchBox(), resetMessages());
      else renderMessages();
    } else await openChannel(firstChannel());
  } catch (error) {
    toast(error.message);
  } finally {
    done?.();
  }
}

function onmessage({ channel_id, message }) {
  const room = state.rooms.get(channel_id),
    fresh = !room?.has(message.id);
  room?.set(message.id, message);
  if (message.state === "failed") forgetFailed(channel_id);
  if (channel_id === state.channel) {
    renderMessages();
    if (!fresh) return;
    const mine =
      message.ephemeral ||
      [message.author?.id, message.interaction?.user?.id, message.interaction?.user].includes(state.me.id);
    if (mine) toEnd();
    else markFresh();
    if (message.author?.id !== state.me.id) announce(spoken(message));
  } else if (fresh && !message.edited_timestamp && message.author?.id !== state.me.id) {
    state.unread.add(channel_id);
    renderSidebar();
    renderHeader();
  }
}

function onevent(event) {
  if (event.type === "MESSAGE") onmessage(event);
  if (event.type === "MESSAGE" || event.type === "MODAL" || event.type === "FAILED") hear(event);
  if (event.type === "MESSAGE_DELETE") {
    state.rooms.get(event.channel_id)?.delete(event.message_id);
    if (event.channel_id === state.channel) renderMessages();
  }
  if (event.type === "WORLD") reload();
}

on("go", (id) => (location.hash = hashOf(state.me.id, id)));
on("play-as", (id) => (location.hash = hashOf(id, state.channel)));
on("suggest", suggestText);
on("user-menu", userMenu);
on("refresh", refreshMessage);
on("pending", renderMessages);
on("reload", reload);
on("forget", (id) => (state.rooms.get(state.channel)?.delete(id), renderMessages()));
on("forget-pending", (pending) => (pendings.delete(pending), renderMessages()));
on("speak", async (locale) => {
  try {
    await api.setLocale(state.me.id, locale);
    await reload();
  } catch (error) {
    toast(error.message);
    renderSidebar();
  }
});

addEventListener("hashchange", () => {
  const { who, where } = readHash();
  if (who && who !== state.me.id) enter(who, where, !!place(state.channel)?.dm).catch((error) => toast(error.message));
  else if (where !== state.channel && place(where)) openChannel(where);
});

function channelIds() {
  const listed = [...byId("sidebar").querySelectorAll("a.channel")];
  return listed.map((one) => one.dataset.channelId);
}

addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input, textarea, select, dialog, [popover]");
  if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
    const ids = channelIds(),
      at = ids.indexOf(state.channel) + (event.key === "ArrowDown" ? 1 : -1);
    event.preventDefault();
    location.hash = hashOf(state.me.id, ids.at(at % ids.length));
  } else if (event.key === "Escape") {
    showDrawer(false);
  } else if (
    !typing &&
    event.key.length === 1 &&
    event.key !== " " &&
    !event.ctrlKey &&
    !event.metaKey &&
    !event.altKey
  ) {
    focusBox();
  }
});

function watchFiles() {
  const zone = byId("dropzone");
  const files = (data) => [...(data?.files ?? [])];
  addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    zone.hidden = false;
  });
  addEventListener("dragleave", (event) => !event.relatedTarget && (zone.hidden = true));
  addEventListener("drop", (event) => {
    zone.hidden = true;
    if (!files(event.dataTransfer).length) return;
    event.preventDefault();
    takeFiles(files(event.dataTransfer));
  });
  addEventListener("paste", (event) => {
    if (event.target.closest?.("dialog") || !files(event.clipboardData).length) return;
    event.preventDefault();
    takeFiles(files(event.clipboardData));
  });
}

/** The first person who speaks the browser's language: a newcomer should be able to read the page. */
async function kindred() {
  const { users, me } = await api.world();
  const tongue = (locale) => locale?.slice(0, 2);
  const first = users.find((one) => one.id === (me?.id ?? me));
  const alike = users.find((one) => !one.bot && tongue(one.locale) === tongue(navigator.language));
  return (tongue(first?.locale) === tongue(navigator.language) ? first : (alike ?? first))?.id;
}

async function start() {
  const { who, where } = readHash();
  for (let pause = 500; ; pause = Math.min(pause * 2, 4000)) {
    try {
      // A person whom this sandbox does not know (an old address) gives way to its first one.
      return await enter(who ?? (await kindred()), where).catch((error) =>
        error.status ? enter(undefined, where) : Promise.reject(error),
      );
    } catch {
      byId("boot").lastElementChild.textContent = t("starting");
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

buildComposer();
watchScroll();
watchFiles();
byId("scrim").addEventListener("click", () => showDrawer(false));
byId("skip").addEventListener("click", (event) => (event.preventDefault(), focusBox()));
byId("app").hidden = false;
byId("app").inert = true;
await start();
byId("app").inert = false;
byId("boot").remove();
if (matchMedia("(pointer: fine)").matches) focusBox();
