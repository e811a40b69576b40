// A bot's form, as a dialog.
import * as api from "./api.js";
import { h, toast } from "./dom.js";
import { launch, reasonOf } from "./interactions.js";
import { state } from "./state.js";
import { t } from "./words.js";

/** The inputs of a form, whether they stand in rows (the old way) or below labels (the new one). */
function fieldsOf(components) {
  return components.flatMap((row) => {
    if (row.type === 18) return [{ ...row.component, label: row.label, description: row.description }];
    return row.components ?? [];
  });
}

function control(field, id) {
  const shared = {
    id,
    required: field.required !== false,
    minlength: field.min_length,
    maxlength: field.max_length,
    placeholder: field.placeholder,
    value: field.value ?? "",
    data: { testid: "modal-field", customId: field.custom_id },
    "aria-describedby": field.description ? `${id}-more` : undefined,
  };
  if (field.type === 3)
    return h(
      "select",
      shared,
      (field.options ?? []).map((one) => h("option", { value: one.value, selected: one.default }, one.label)),
    );
  if (field.style === 2) return h("textarea", { ...shared, rows: "5" });
  return h("input", { ...shared, type: "text", autocomplete: "off", spellcheck: "false" });
}

/** Opens the form that an interaction was answered with. Escape closes it and nothing is sent. */
export function openModal({ interaction_id, modal }, channel) {
  const fields = fieldsOf(modal.components);
  const inputs = fields.map((field, index) => control(field, `modal-${index}`));
  const submit = h(
    "button",
    { type: "submit", class: "button primary", data: { testid: "modal-submit" } },
    t("submit"),
  );
  const form = h(
    "form",
    { method: "dialog", onsubmit: send },
    h("h2", { id: "modal-title" }, modal.title),
    h(
      "div",
      { class: "modal-fields" },
      fields.map((field, index) =>
        h(
          "div",
          { class: "modal-field" },
          h(
            "label",
            { for: `modal-${index}` },
            field.label,
            field.required === false && h("small", null, ` ${t("optional")}`),
          ),
          field.description && h("small", { id: `modal-${index}-more` }, field.description),
          inputs[index],
          field.max_length && field.type === 4 && field.style === 2 && counter(inputs[index], field.max_length),
        ),
      ),
    ),
    h(
      "div",
      { class: "modal-end" },
      h(
        "button",
        { type: "button", class: "button secondary", onclick: () => dialog.close(), data: { testid: "modal-cancel" } },
        t("cancel"),
      ),
      submit,
    ),
  );
  const dialog = h(
    "dialog",
    {
      class: "modal",
      "aria-labelledby": "modal-title",
      onclose: () => dialog.remove(),
      data: { testid: "modal", customId: modal.custom_id },
    },
    form,
  );

  function send(event) {
    event.preventDefault();
    submit.classList.add("busy");
    const values = Object.fromEntries(fields.map((field, index) => [field.custom_id, inputs[index].value]));
    const request = api.modal({ user: state.me.id, interaction_id, custom_id: modal.custom_id, fields: values });
    request.then(
      () => dialog.close(),
      () => submit.classList.remove("busy"),
    );
    launch(request, {
      channel,
      onend(outcome, detail) {
        if (outcome === "failed") toast(`${t("failed")}: ${reasonOf(detail)}`);
        if (outcome === "modal") openModal(detail, channel);
      },
    });
  }

  document.body.append(dialog);
  dialog.showModal();
  inputs[0]?.focus();
}

function counter(input, most) {
  const node = h("small", { class: "counter", "aria-hidden": "true" });
  const show = () => (node.textContent = `${input.value.length} / ${most}`);
  input.addEventListener("input", show);
  show();
  return node;
}
