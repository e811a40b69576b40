// Registered commands: which of them this person sees here, what they are called, and how typed text becomes options.
import { displayName } from "./dom.js";
import { place, state } from "./state.js";
import { t } from "./words.js";

const FALLBACK = { "es-419": "es-ES", "en-GB": "en-US" };

/** A name or description in the person's language. */
export function local(thing, field) {
  const said = thing[`${field}_localizations`] ?? {};
  const tag = state.me.locale;
  return said[tag] ?? said[FALLBACK[tag]] ?? thing[field] ?? "";
}

function allowed(command) {
  const here = place(state.channel);
  const context = here?.guild ? 0 : 1;
  if (command.guild_id && command.guild_id !== here?.guild?.id) return false;
  if (command.contexts?.length && !command.contexts.includes(context)) return false;
  if (!here?.guild) return command.dm_permission !== false;
  const limited = command.default_member_permissions !== null && command.default_member_permissions !== undefined;
  return !limited || !!state.world.can_manage?.[here.guild.id];
}

/** The commands of a type that the current person may use in the current channel. */
export const commandsOf = (type) => state.world.commands.filter((one) => (one.type ?? 1) === type && allowed(one));

function leaves(command, node, path, names) {
  const branches = (node.options ?? []).filter((one) => one.type === 1 || one.type === 2);
  if (branches.length)
    return branches.flatMap((one) => leaves(command, one, [...path, one], [...names, local(one, "name")]));
  return [
    {
      command,
      path,
      name: [command, ...path].map((one) => one.name).join(" "),
      label: names.join(" "),
      description: local(node, "description"),
      options: [...(node.options ?? [])].sort((a, b) => !!b.required - !!a.required),
    },
  ];
}

/** Every chat command with its subcommands flattened, in the order of their names. */
export function chatCommands() {
  const all = commandsOf(1).flatMap((one) => leaves(one, one, [], [local(one, "name")]));
  return all.sort((a, b) => a.label.localeCompare(b.label));
}

/** Those that fit what was typed after the slash, best first. */
export function matching(typed) {
  const text = typed.toLowerCase().trim();
  const rank = (entry) => {
    const names = [entry.label.toLowerCase(), entry.name.toLowerCase()];
    if (names.some((name) => name.startsWith(text))) return 0;
    if (names.some((name) => name.split(/[ _-]/).some((word) => word.startsWith(text)))) return 1;
    if (names.some((name) => name.includes(text))) return 2;
    return entry.description.toLowerCase().includes(text) && text.length > 2 ? 3 : 9;
  };
  return chatCommands()
    .map((entry) => [rank(entry), entry])
    .filter(([score]) => score < 9)
    .sort((a, b) => a[0] - b[0])
    .map(([, entry]) => entry);
}

/** The choices of an option as `{name, value}` in the person's language, where it has a fixed list. */
export function choicesOf(option) {
  if (option.type === 5)
    return [
      { name: t("yes"), value: true },
      { name: t("no"), value: false },
    ];
  if (option.type === 6 || option.type === 9)
    return state.world.users.map((one) => ({ name: displayName(one), value: one.id, also: one.username }));
  if (option.type === 7) {
    const channels = place(state.channel)?.guild?.channels ?? [];
    return channels
      .filter((one) => !option.channel_types?.length || option.channel_types.includes(one.type))
      .map((one) => ({ name: `#${one.name}`, value: one.id, also: one.name }));
  }
  return option.choices?.length
    ? option.choices.map((one) => ({ name: local(one, "name"), value: one.value, also: one.name }))
    : null;
}

/** Reads what was typed for an option: `{value}`, or `{fault}` in words. */
export function readValue(option, text) {
  const typed = text.trim(),
    choices = choicesOf(option);
  if (choices) {
    const wanted = typed
      .toLowerCase()
      .replace(/^[@#]/, "")
      .replace(/^<[@#]!?(\d+)>$/, "$1");
    const match = choices.find((one) =>
      [one.name, one.also, String(one.value)].some((name) => name?.toLowerCase().replace(/^[@#]/, "") === wanted),
    );
    if (match) return { value: match.value };
    if (option.type === 5 && /^(yes|y|true|on|1|sí|si)$/i.test(typed)) return { value: true };
    if (option.type === 5 && /^(no|n|false|off|0)$/i.test(typed)) return { value: false };
    return { fault: t("notAChoice") };
  }
  if (option.type === 4 || option.type === 10) {
    const number = Number(typed.replace(",", "."));
    if (option.type === 4 && !Number.isInteger(number)) return { fault: t("notInteger") };
    if (!Number.isFinite(number)) return { fault: t("notNumber") };
    if (option.min_value !== undefined && number < option.min_value) return { fault: t("atLeast", option.min_value) };
    if (option.max_value !== undefined && number > option.max_value) return { fault: t("atMost", option.max_value) };
    return { value: number };
  }
  if (option.min_length && typed.length < option.min_length) return { fault: t("longer", option.min_length) };
  if (option.max_length && typed.length > option.max_length) return { fault: t("shorter", option.max_length) };
  return { value: typed };
}

/** Text as it stands in a pattern. */
export const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Splits `/solve moves:2` into `{entry, texts by option, unknown}`; null when no command is named whole. */
export function readTyped(line) {
  const text = line.slice(1).trim();
  const named = (entry, name) =>
    text.toLowerCase() === name.toLowerCase() || text.toLowerCase().startsWith(`${name.toLowerCase()} `);
  const found = chatCommands()
    .flatMap((entry) =>
      [...new Set([entry.label, entry.name])].filter((name) => named(entry, name)).map((name) => ({ entry, name })),
    )
    .sort((a, b) => b.name.length - a.name.length)[0];
  if (!found) return null;
  const { entry, name } = found,
    rest = text.slice(name.length).trim(),
    texts = new Map();
  const names = new Map(
    entry.options.flatMap((one) => [
      [one.name.toLowerCase(), one],
      [local(one, "name").toLowerCase(), one],
    ]),
  );
  const pattern = new RegExp(`(?:^|\\s)(${[...names.keys()].map(escaped).join("|") || "(?!)"})\\s*:\\s*`, "gi");
  const marks = [...rest.matchAll(pattern)];
  marks.forEach((mark, index) =>
    texts.set(
      names.get(mark[1].toLowerCase()),
      rest.slice(mark.index + mark[0].length, marks[index + 1]?.index).trim(),
    ),
  );
  const loose = rest.slice(0, marks[0]?.index ?? rest.length).trim();
  const first = entry.options.find((one) => one.required && !texts.has(one) && one.type !== 11);
  if (loose && first && !/^\w+:/.test(loose)) texts.set(first, loose);
  else if (loose) return { entry, texts, unknown: loose.split(/[\s:]/)[0] };
  return { entry, texts };
}

/** The request body of a command with these `[option, value]` pairs; `focused` is the option being completed. */
export function commandBody(entry, values, focused) {
  const leaf = values.map(([option, value]) => ({
    name: option.name,
    type: option.type,
    value,
    ...(option === focused ? { focused: true } : {}),
  }));
  const options = [...entry.path]
    .reverse()
    .reduce((inner, node) => [{ name: node.name, type: node.type, options: inner }], leaf);
  return { user: state.me.id, channel: state.channel, command_id: entry.command.id, type: 1, options };
}
