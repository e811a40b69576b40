// A chosen command in the box: one field for each option, and a tail where more options are added.
import * as api from "./api.js";
import { choicesOf, commandBody, local, readValue } from "./commands.js";
import { h, icon, toast } from "./dom.js";
import { state } from "./state.js";
import { t } from "./words.js";

const PAUSE = 150;

/** `onsend(body, name)` gets a command whose options are all in order; `onleave(text)` the text to go on with. */
export function makeCommandLine({ popup, onsend, onleave }) {
  const node = h("div", { class: "command-line", hidden: true, data: { testid: "command-line" } });
  let entry = null,
    fields = [],
    tail = null;

  const title = (option) => local(option, "name");
  const remaining = () => entry.options.filter((option) => !fields.some((field) => field.option === option));
  const isEmpty = (field) => (field.option.type === 11 ? !field.file : field.input.value.trim() === "");

  function read(field) {
    if (isEmpty(field)) return field.option.required ? { fault: t("missing") } : {};
    if (field.option.type === 11) return field.file.id ? { value: field.file.id } : { fault: t("uploading") };
    if (field.chosen?.name === field.input.value) return { value: field.chosen.value };
    return readValue(field.option, field.input.value);
  }

  function show(field, more = {}) {
    const range = [field.option.min_value, field.option.max_value];
    const limits = range.some((one) => one !== undefined) ? ` (${range[0] ?? "…"}–${range[1] ?? "…"})` : "";
    const hint = `${local(field.option, "description")}${limits}${field.option.required ? ` · ${t("required")}` : ""}`;
    popup.show(field.input, { title: title(field.option), hint, fault: field.fault, ...more });
  }

  function offer(field, choices, active = 0) {
    const items = choices.map((choice) => ({ label: choice.name, choice, testid: "choice", name: choice.name }));
    show(field, {
      items,
      active,
      empty: choices.length ? undefined : field.option.autocomplete ? undefined : t("noChoices"),
      onpick: (item) => choose(field, item.choice),
    });
  }

  function suggest(field) {
    if (field.option.type === 11) return show(field);
    const choices = choicesOf(field.option),
      text = field.input.value.trim().toLowerCase();
    if (choices) {
      const whole = field.chosen?.name === field.input.value;
      return offer(
        field,
        whole
          ? choices
          : choices.filter((one) =>
              [one.name, one.also].some((name) => name?.toLowerCase().includes(text.replace(/^[@#]/, ""))),
            ),
      );
    }
    if (!field.option.autocomplete) return show(field);
    ask(field);
  }

  function ask(field) {
    clearTimeout(field.timer);
    field.abort?.abort();
    show(field, { empty: t("loading") });
    field.timer = setTimeout(async () => {
      const abort = (field.abort = new AbortController()),
        asked = entry;
      const others = fields
        .filter((one) => one !== field && !isEmpty(one))
        .map((one) => [one.option, read(one).value])
        .filter(([, value]) => value !== undefined);
      const body = commandBody(entry, [...others, [field.option, field.input.value]], field.option);
      const { choices } = await api.autocomplete(body, abort.signal).catch(() => ({ choices: [] }));
      if (abort.signal.aborted || asked !== entry || document.activeElement !== field.input) return;
      offer(field, (choices ?? []).slice(0, 25));
    }, PAUSE);
  }

  function choose(field, choice) {
    field.input.value = choice.name;
    field.chosen = choice;
    mark(field, undefined);
    next();
  }

  function mark(field, fault) {
    field.fault = fault;
    field.node.classList.toggle("bad", !!fault);
    field.input.setAttribute("aria-invalid", String(!!fault));
  }

  function next() {
    const open = fields.find((field) => field.option.required && isEmpty(field));
    (open?.input ?? tail).focus();
  }

  function drop(field) {
    field.node.remove();
    fields = fields.filter((one) => one !== field);
    paintTail();
    tail.focus();
  }

  function keys(event, field) {
    if (event.isComposing || popup.key(event)) return;
    if (event.key === "Escape") {
      event.preventDefault();
      leave("");
    } else if (event.key === "Enter") {
      event.preventDefault();
      const fault = field && !isEmpty(field) ? read(field).fault : undefined;
      if (fault) return complain(field, fault);
      const gap = fields.find((one) => one !== field && one.option.required && isEmpty(one));
      if (gap && field) gap.input.focus();
      else send();
    } else if (
      event.key === "Backspace" &&
      event.currentTarget.value === "" &&
      event.currentTarget.tagName === "INPUT"
    ) {
      event.preventDefault();
      if (field && !field.option.required) return drop(field);
      const before = field ? fields[fields.indexOf(field) - 1] : fields.at(-1);
      if (before) before.input.focus();
      else leave(`/${entry.label}`);
    }
  }

  function complain(field, fault) {
    mark(field, fault);
    field.input.focus();
    show(field);
  }

  async function takeInto(field, file) {
    field.file = { name: file.name };
    const preview = h("img", { src: URL.createObjectURL(file), alt: "" });
    field.input.replaceChildren(preview, file.name || t("picture"));
    field.input.classList.add("busy");
    try {
      field.file = await api.upload(state.me.id, file);
      mark(field, undefined);
      next();
    } catch (error) {
      toast(error.message);
      field.file = null;
      field.input.replaceChildren(icon("picture"), t("choosePicture"));
    }
    field.input.classList.remove("busy");
  }

  function pictureField(field) {
    const file = h("input", {
      type: "file",
      accept: "image/*",
      class: "sr",
      tabindex: "-1",
      "aria-hidden": "true",
      data: { testid: "option-file" },
      onchange: () => file.files[0] && takeInto(field, file.files[0]),
    });
    field.input = h(
      "button",
      { type: "button", class: "option-picture", onclick: () => file.click() },
      icon("picture"),
      t("choosePicture"),
    );
    return [field.input, file];
  }

  function textField(field, text) {
    const numeric = field.option.type === 4 ? "numeric" : field.option.type === 10 ? "decimal" : undefined;
    field.input = h("input", {
      type: "text",
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      inputmode: numeric,
      enterkeyhint: "send",
      "aria-label": `${title(field.option)}: ${local(field.option, "description")}`,
      value: text ?? "",
      data: { testid: "option-input", option: field.option.name },
      oninput: () => (mark(field, undefined), (field.chosen = null), suggest(field)),
    });
    return [field.input];
  }

  function add(option, text) {
    const field = { option };
    const inputs = option.type === 11 ? pictureField(field) : textField(field, text);
    field.input.addEventListener("focus", () => suggest(field));
    field.input.addEventListener("keydown", (event) => keys(event, field));
    field.node = h(
      "label",
      { class: "option", data: { testid: "option", option: option.name } },
      h("span", { class: "option-name" }, title(option)),
      inputs,
    );
    fields.push(field);
    node.insertBefore(field.node, tail);
    paintTail();
    return field;
  }

  function paintTail() {
    const left = remaining().length;
    tail.placeholder = left
      ? fields.length
        ? t("addOptions", left)
        : t("addOption")
      : fields.length
        ? ""
        : t("enterSends");
    tail.classList.toggle("idle", !left && fields.length > 0);
  }

  function offerOptions() {
    const text = tail.value.trim().toLowerCase().replace(/:$/, "");
    const options = remaining().filter((option) =>
      [title(option), option.name].some((name) => name.toLowerCase().includes(text)),
    );
    const exact =
      tail.value.trim().endsWith(":") &&
      remaining().find((option) => [title(option), option.name].some((name) => name.toLowerCase() === text));
    if (exact) return pickOption(exact);
    const items = options.map((option) => ({
      label: title(option),
      description: local(option, "description"),
      option,
      testid: "add-option",
      name: option.name,
    }));
    popup.show(tail, {
      title: `/${entry.label}`,
      hint: entry.description,
      items,
      active: text ? 0 : -1,
      onpick: (item) => pickOption(item.option),
    });
  }

  function pickOption(option) {
    tail.value = "";
    add(option).input.focus();
  }

  function leave(text) {
    popup.hide();
    node.hidden = true;
    entry = null;
    fields = [];
    onleave(text);
  }

  function send() {
    if (!entry) return;
    const results = fields.map((field) => [field, read(field)]);
    const bad = results.find(([, result]) => result.fault);
    if (bad) return complain(bad[0], bad[1].fault);
    const values = results
      .filter(([, result]) => result.value !== undefined)
      .map(([field, result]) => [field.option, result.value]);
    const body = commandBody(entry, values),
      name = `/${entry.label}`;
    leave("");
    onsend(body, name);
  }

  /** Turns the box into this command: `texts` and `files` fill its options, and `focus` is the one to edit first. */
  function open(chosen, { texts = new Map(), files = [], focus, fault } = {}) {
    entry = chosen;
    fields = [];
    tail = h("input", {
      type: "text",
      class: "tail",
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      enterkeyhint: "send",
      "aria-label": t("options", `/${entry.label}`),
      data: { testid: "add-options" },
      onfocus: offerOptions,
      oninput: offerOptions,
      onkeydown: (event) => keys(event, null),
    });
    const close = h(
      "button",
      {
        type: "button",
        class: "command-name",
        title: t("leaveCommand"),
        "aria-label": `/${entry.label}, ${t("leaveCommand")}`,
        data: { testid: "command-name" },
        onclick: () => leave(""),
      },
      `/${entry.label}`,
      icon("close"),
    );
    node.replaceChildren(close, tail);
    node.hidden = false;
    for (const option of entry.options) {
      const file = option.type === 11 ? files.shift() : undefined;
      if (option.required || texts.has(option) || option === focus || file) {
        const field = add(option, texts.get(option));
        if (file) takeInto(field, file);
      }
    }
    paintTail();
    const wanted = fields.find((field) => field.option === focus);
    if (wanted && fault) complain(wanted, fault);
    else if (wanted) wanted.input.focus();
    else next();
  }

  /** Puts a dropped or pasted picture into the command's picture option, if it has one. */
  function takeFile(file) {
    if (!entry) return false;
    const field = fields.find((one) => one.option.type === 11 && !one.file);
    const option = field ? null : remaining().find((one) => one.type === 11);
    if (!field && !option) return false;
    takeInto(field ?? add(option), file);
    return true;
  }

  return {
    node,
    open,
    send,
    leave,
    takeFile,
    get isOpen() {
      return entry !== null;
    },
  };
}
