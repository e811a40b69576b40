// Buttons and menus below a message.
import * as api from "./api.js";
import { displayName, h, icon } from "./dom.js";
import { launch } from "./interactions.js";
import { openPanel } from "./menu.js";
import { openModal } from "./modal.js";
import { emit, place, state } from "./state.js";
import { t } from "./words.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };

const busy = new Map();
const failures = new Map();
const key = (message, component) => `${message.id}/${component.custom_id}`;

/** Why the last click on this message failed, if it did. */
export const failureOf = (message) => failures.get(message.id);

function use(message, component, values) {
  const mark = key(message, component),
    channel = state.channel;
  if (busy.has(mark)) return;
  busy.set(mark, values);
  failures.delete(message.id);
  emit("refresh", message.id);
  const request = api.component({
    user: state.me.id,
    message_id: message.id,
    custom_id: component.custom_id,
    component_type: component.type,
    values,
  });
  launch(request, {
    channel,
    message_id: message.id,
    onend(outcome, detail) {
      busy.delete(mark);
      if (outcome === "failed" || outcome === "refused") failures.set(message.id, t("failed"));
      emit("refresh", message.id);
      if (outcome === "modal") openModal(detail, channel);
    },
  });
}

const emoji = (one) =>
  one && h("span", { class: "emoji", "aria-hidden": "true" }, one.id ? `:${one.name}:` : one.name, " ");

function button(message, component) {
  const style = STYLES[component.style] ?? "secondary";
  const face = [emoji(component.emoji), component.label && h("span", null, component.label)];
  const name = component.label ? undefined : component.emoji?.name;
  if (style === "link") {
    const href = /^(https?|discord):\/\//.test(component.url ?? "") ? component.url : undefined;
    return h(
      "a",
      {
        class: "button link",
        href,
        target: "_blank",
        rel: "noopener noreferrer",
        "aria-label": name,
        data: { testid: "button" },
      },
      ...face,
      icon("window"),
    );
  }
  const waiting = busy.has(key(message, component));
  return h(
    "button",
    {
      type: "button",
      class: `button ${style}${waiting ? " busy" : ""}`,
      disabled: component.disabled,
      "aria-busy": waiting ? "true" : undefined,
      "aria-label": name,
      data: { testid: "button", customId: component.custom_id },
      onclick: () => use(message, component, []),
    },
    ...face,
  );
}

/** The entries of any kind of menu; while a choice is on its way, that choice is what shows. */
function entriesOf(message, component) {
  const sent = busy.get(key(message, component));
  const entries = offered(component);
  return sent ? entries.map((one) => ({ ...one, chosen: sent.includes(one.value) })) : entries;
}

/** What a menu offers as `{value, label, description, emoji, chosen}`. */
function offered(component) {
  const chosen = new Set((component.default_values ?? []).map((one) => one.id));
  if (component.type === 3) return (component.options ?? []).map((one) => ({ ...one, chosen: !!one.default }));
  if (component.type === 5 || component.type === 7)
    return state.world.users.map((one) => ({
      value: one.id,
      label: displayName(one),
      description: `@${one.username}`,
      chosen: chosen.has(one.id),
    }));
  if (component.type !== 8) return [];
  const here = place(state.channel)?.guild?.channels ?? [];
  return here.map((one) => ({ value: one.id, label: `#${one.name}`, chosen: chosen.has(one.id) }));
}

const isOpen = (select) => CSS.supports("selector(:open)") && select.matches(":open");

function single(message, component, entries) {
  const waiting = busy.has(key(message, component));
  const hint = component.placeholder || t("select");
  const fallback = component.min_values === 0 && entries.some((one) => one.chosen);
  // Browsers that style menus show the button and the parts of an option; the others read them as one line of text.
  const select = h(
    "select",
    {
      class: `${waiting ? "busy" : ""}${entries.some((one) => one.emoji) ? " illustrated" : ""}`,
      "aria-label": hint,
      disabled: component.disabled || !entries.length,
      "aria-busy": waiting ? "true" : undefined,
      data: { testid: "select", customId: component.custom_id },
      onchange: () => use(message, component, select.value ? [select.value] : []),
      onkeydown: (event) => {
        // Arrows on a closed menu would choose, and so send, every entry they pass.
        if ((event.key !== "ArrowDown" && event.key !== "ArrowUp") || !select.showPicker || isOpen(select)) return;
        event.preventDefault();
        select.showPicker();
      },
    },
    h("button", null, document.createElement("selectedcontent")),
    h("option", { value: "", hidden: !fallback, disabled: !fallback, selected: true }, fallback ? "—" : hint),
    entries.map((one) =>
      h(
        "option",
        { value: one.value, selected: one.chosen, data: { testid: "select-option" } },
        emoji(one.emoji && !one.emoji.id ? one.emoji : null),
        h("span", { class: "option-label" }, one.label),
        one.description && [h("span", { class: "option-dash" }, " — "), h("small", null, one.description)],
      ),
    ),
  );
  return select;
}

function several(message, component, entries) {
  const least = component.min_values ?? 1,
    most = Math.min(component.max_values, entries.length);
  const waiting = busy.has(key(message, component));
  const chosen = entries
    .filter((one) => one.chosen)
    .map((one) => one.label)
    .join(", ");
  const opener = h(
    "button",
    {
      type: "button",
      class: `several${waiting ? " busy" : ""}`,
      disabled: component.disabled,
      "aria-haspopup": "dialog",
      "aria-expanded": "false",
      data: { testid: "select", customId: component.custom_id },
      onclick: open,
    },
    h("span", null, chosen || component.placeholder || t("select")),
    icon("chevron"),
  );
  function open() {
    const boxes = entries.map((one) =>
      h("input", {
        type: "checkbox",
        value: one.value,
        checked: one.chosen,
        onchange: check,
        data: { testid: "select-option" },
      }),
    );
    const done = h(
      "button",
      {
        type: "button",
        class: "button primary",
        data: { testid: "select-done" },
        onclick: () => (close(), use(message, component, picked())),
      },
      t("done"),
    );
    const picked = () => boxes.filter((box) => box.checked).map((box) => box.value);
    function check() {
      const count = picked().length;
      for (const box of boxes) box.disabled = !box.checked && count >= most;
      done.disabled = count < least || count > most;
    }
    const rows = entries.map((one, index) =>
      h(
        "label",
        { class: "menu-item" },
        boxes[index],
        h("span", { class: "menu-label" }, one.label, one.description && h("small", null, one.description)),
      ),
    );
    const label = component.placeholder || t("select");
    const close = openPanel(
      opener,
      { label, role: "dialog", testid: "select-panel" },
      h("p", { class: "menu-heading" }, t("chooseSome", least, most)),
      rows,
      h("div", { class: "panel-end" }, done),
    );
    check();
  }
  return opener;
}

function component(message, one) {
  if (one.type === 2) return button(message, one);
  const entries = entriesOf(message, one);
  return (one.max_values ?? 1) > 1 ? several(message, one, entries) : single(message, one, entries);
}

/** The rows of a message's components. */
export function componentRows(message) {
  return (message.components ?? [])
    .filter((row) => row.type === 1)
    .map((row) =>
      h(
        "div",
        { class: "row", role: "group" },
        row.components.map((one) => component(message, one)),
      ),
    );
}
