// One message as a list item.
import * as api from "./api.js";
import { appEntries } from "./apps.js";
import { componentRows, failureOf } from "./components.js";
import { avatar, displayName, h, icon, iconButton, toast } from "./dom.js";
import { embeds, shownInEmbeds } from "./embeds.js";
import { markdown, plain } from "./markdown.js";
import { openMenu } from "./menu.js";
import { attachments } from "./pictures.js";
import { emit, state, user } from "./state.js";
import { full, when } from "./times.js";
import { t } from "./words.js";

const known = (author) => ({ ...author, ...user(author?.id) });
const dots = () => h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i"));

/** Chat commands wear a slash, those of message and user menus do not. */
function titled(name) {
  const menu = state.world.commands.some((one) => (one.type === 2 || one.type === 3) && one.name === name);
  return menu || name.startsWith("/") ? name : `/${name}`;
}

/** Answers to buttons and forms name their `custom_id`, which is nobody's business. */
export const fromCommand = (message) => !!message.interaction?.name && (message.interaction_metadata?.type ?? 2) === 2;

function origin(message) {
  const { interaction, referenced_message: replied } = message;
  if (fromCommand(message)) {
    const asker = typeof interaction.user === "string" ? user(interaction.user) : known(interaction.user);
    return h(
      "p",
      { class: "origin" },
      icon("reply"),
      avatar(asker, "tiny"),
      h("span", null, h("b", null, displayName(asker)), ` ${t("used")} `, h("code", null, titled(interaction.name))),
    );
  }
  if (!replied) return null;
  return h(
    "p",
    { class: "origin" },
    icon("reply"),
    avatar(known(replied.author), "tiny"),
    h(
      "span",
      null,
      h("b", null, displayName(known(replied.author))),
      ` ${plain(replied.content).slice(0, 120) || t("empty")}`,
    ),
  );
}

function tools(message) {
  const open = (event) => {
    const entries = [{ heading: t("apps") }, ...appEntries(3, message.id)];
    if (message.content)
      entries.push(
        { heading: "" },
        {
          label: t("copyText"),
          onpick: () => navigator.clipboard.writeText(message.content).then(() => toast(t("copied"))),
        },
      );
    openMenu(event.currentTarget, { label: t("more"), testid: "message-menu" }, entries);
  };
  return iconButton("more", t("more"), {
    class: "icon-button more",
    "aria-haspopup": "menu",
    "aria-expanded": "false",
    onclick: open,
    data: { testid: "message-more" },
  });
}

function ephemeralNote(message) {
  const dismiss = () =>
    api.dismiss(state.me.id, message.id).then(
      () => emit("forget", message.id),
      (error) => toast(error.message),
    );
  return h(
    "p",
    { class: "only-you" },
    icon("eye"),
    t("onlyYou"),
    " · ",
    h("button", { type: "button", class: "text-button", onclick: dismiss, data: { testid: "dismiss" } }, t("dismiss")),
  );
}

const SYSTEM = { 6: "pinned", 18: "threadMade" };

function content(message, author) {
  if (message.state === "thinking" && !message.content && !message.embeds?.length && !message.attachments?.length)
    return h("p", { class: "thinking" }, dots(), t("thinking", displayName(author)));
  if (message.state === "failed") return null;
  if (SYSTEM[message.type])
    return h(
      "p",
      { class: "thinking" },
      t(SYSTEM[message.type]),
      " ",
      message.content && h("b", null, message.content),
    );
  const text = markdown(message.content);
  const edited =
    message.edited_timestamp &&
    message.content &&
    h("small", { class: "edited", title: full(new Date(message.edited_timestamp)) }, t("edited"));
  if (edited) (text.at(-1)?.tagName === "P" ? text.at(-1) : { append: (node) => text.push(node) }).append(" ", edited);
  return text.length > 0 && h("div", { class: "content" }, text);
}

/** Builds the item of a message; the list decides whether it stands below its author's last one. */
export function messageItem(message) {
  const author = known(message.author),
    date = new Date(message.timestamp);
  const shown = shownInEmbeds(message);
  const mentioned = message.mentions?.some((one) => one.id === state.me.id);
  const failed = message.state === "failed" ? t("noResponse") : failureOf(message);
  const card = (event) => emit("user-menu", { anchor: event.currentTarget, user: author });
  return h(
    "li",
    {
      class: `message${message.ephemeral ? " ephemeral" : ""}${mentioned ? " mentioned" : ""}`,
      data: {
        testid: "message",
        messageId: message.id,
        ephemeral: String(!!message.ephemeral),
        state: message.state ?? "done",
        authorId: author.id,
      },
    },
    origin(message),
    h(
      "button",
      {
        type: "button",
        class: "face",
        "aria-label": t("userMenu", displayName(author)),
        onclick: card,
        tabindex: "-1",
      },
      avatar(author),
    ),
    h(
      "p",
      { class: "who" },
      h("button", { type: "button", class: "name", onclick: card, data: { testid: "author" } }, displayName(author)),
      author.bot && h("span", { class: "tag" }, t("app")),
      h("time", { datetime: date.toISOString(), title: full(date) }, when(date)),
    ),
    h(
      "div",
      { class: "body" },
      content(message, author),
      embeds(message),
      attachments((message.attachments ?? []).filter((file) => !shown.has(file))),
      componentRows(message),
      failed && h("p", { class: "failed", role: "alert", data: { testid: "failed" } }, failed),
      message.ephemeral && ephemeralNote(message),
    ),
    message.state === "thinking" ? null : tools(message),
  );
}

/** A command on its way, before the bot has said anything. */
export function pendingItem(pending) {
  const failed = pending.state === "failed";
  return h(
    "li",
    { class: `message ephemeral pending`, data: { testid: "pending", state: pending.state } },
    h(
      "p",
      { class: "origin" },
      icon("reply"),
      avatar(state.me, "tiny"),
      h("span", null, h("b", null, displayName(state.me)), ` ${t("used")} `, h("code", null, pending.name)),
    ),
    h(
      "div",
      { class: "body" },
      failed
        ? h("p", { class: "failed", role: "alert", data: { testid: "failed" } }, pending.reason)
        : h("p", { class: "thinking" }, dots(), t("sending")),
      failed &&
        h(
          "p",
          { class: "only-you" },
          icon("eye"),
          t("onlyYou"),
          " · ",
          h(
            "button",
            {
              type: "button",
              class: "text-button",
              onclick: () => emit("forget-pending", pending),
              data: { testid: "dismiss" },
            },
            t("dismiss"),
          ),
        ),
    ),
  );
}

/** What a screen reader hears when the message arrives. */
export function spoken(message) {
  const embed = message.embeds?.[0];
  const parts = [
    plain(message.content),
    embed && plain(`${embed.title ?? ""} ${embed.description ?? ""}`),
    message.attachments?.[0]?.description,
  ];
  return `${displayName(known(message.author))}: ${parts.filter(Boolean).join(". ").slice(0, 500)}`;
}
