// What the page knows, and who wants to hear when it changes.
import { displayName } from "./dom.js";
import { t } from "./words.js";

export const state = {
  me: null,
  world: { users: [], guilds: [], dms: [], commands: [], can_manage: {}, connected: true },
  channel: null,
  /** Messages by channel: channel id -> Map of message id -> message. */
  rooms: new Map(),
  unread: new Set(),
  streaming: true,
};

const listeners = new Map();
export const on = (name, listener) => listeners.set(name, [...(listeners.get(name) ?? []), listener]);
export const emit = (name, detail) => listeners.get(name)?.forEach((listener) => listener(detail));

export const user = (id) => state.world.users.find((one) => one.id === id);
export const bot = () => state.world.users.find((one) => one.bot);
export const people = () => state.world.users.filter((one) => !one.bot);

/** The direct messages of the current user, each with the one at the other end. */
export function directMessages() {
  return state.world.dms.map((dm) => ({
    ...dm,
    other: dm.recipient_id && dm.recipient_id !== state.me.id ? (user(dm.recipient_id) ?? bot()) : bot(),
  }));
}

const THREADS = new Set([10, 11, 12]);
const WRITABLE = new Set([0, 1, 5, 10, 11, 12]);
export const isThread = (channel) => THREADS.has(channel.type);
export const isWritable = (channel) => WRITABLE.has(channel.type);

/** The channel with this id as `{id, title, guild, dm}`, or undefined when the current user cannot see it. */
export function place(id) {
  for (const guild of state.world.guilds) {
    const channel = guild.channels.find((one) => one.id === id);
    if (channel) return { id, channel, guild, title: isThread(channel) ? channel.name : `#${channel.name}` };
  }
  const dm = directMessages().find((one) => one.id === id);
  return dm && { id, dm, title: dm.other ? displayName(dm.other) : t("directMessage") };
}

export function firstChannel() {
  for (const guild of state.world.guilds) {
    const channel = guild.channels.find((one) => isWritable(one) && !isThread(one));
    if (channel) return channel.id;
  }
  return state.world.dms[0]?.id;
}

/** Snowflakes are longer than a double can hold. */
export function earlier(a, b) {
  return a.length === b.length ? (a < b ? -1 : a > b ? 1 : 0) : a.length - b.length;
}

/** Where a tab remembers who it plays and where: `#user/channel`. */
export function readHash() {
  const [who, where] = location.hash.slice(1).split("/");
  return { who: who || undefined, where: where || undefined };
}
export const hashOf = (who, where) => `#${who}/${where ?? ""}`;
