// The list above the message box: commands, options and values. The focus stays in the input; this follows its keys.
import { h } from "./dom.js";
import { t } from "./words.js";

export function makePopup() {
  const head = h("div", { class: "popup-head" });
  const list = h("div", { class: "popup-list", role: "listbox", id: "popup-list" });
  const node = h("div", { class: "popup", hidden: true, data: { testid: "popup" } }, head, list);
  let items = [],
    active = -1,
    pick = () => {},
    owner = null;

  const expand = (open) =>
    owner?.getAttribute("role") === "combobox" && owner.setAttribute("aria-expanded", String(open));

  function paint(scroll) {
    [...list.children].forEach((row, index) => row.setAttribute("aria-selected", String(index === active)));
    const row = list.children[active];
    if (row) owner?.setAttribute("aria-activedescendant", row.id);
    else owner?.removeAttribute("aria-activedescendant");
    if (scroll) row?.scrollIntoView({ block: "nearest" });
  }

  /** Shows `{label, detail, description, testid, name}` items for an input; Enter takes the `active` one, -1 is none. */
  function show(input, { title, hint, fault, items: next = [], active: first = 0, empty, onpick }) {
    owner = input;
    items = next;
    active = Math.min(first, items.length - 1);
    pick = onpick ?? (() => {});
    head.replaceChildren(
      ...[
        title && h("b", null, title),
        hint && h("span", null, hint),
        fault && h("span", { class: "fault", role: "alert" }, fault),
      ].filter(Boolean),
    );
    head.hidden = !head.childNodes.length;
    list.setAttribute("aria-label", title ?? t("commands"));
    list.replaceChildren(
      ...items.map((item, index) =>
        h(
          "div",
          {
            role: "option",
            id: `popup-${index}`,
            class: "popup-item",
            data: { testid: item.testid, name: item.name },
            onmousedown: (event) => event.preventDefault(),
            onclick: () => pick(items[index]),
            onpointermove: () => active !== index && ((active = index), paint(false)),
          },
          h(
            "span",
            { class: "popup-label" },
            item.before,
            item.label,
            item.detail && h("span", { class: "popup-detail" }, item.detail),
          ),
          item.description && h("small", null, item.description),
        ),
      ),
    );
    if (!items.length && empty) list.append(h("p", { class: "popup-empty" }, empty));
    node.hidden = !items.length && !empty && head.hidden;
    expand(items.length > 0);
    input.setAttribute("aria-controls", "popup-list");
    list.scrollTop = 0;
    paint(true);
  }

  function hide() {
    node.hidden = true;
    items = [];
    active = -1;
    expand(false);
    owner?.removeAttribute("aria-activedescendant");
  }

  /** Takes a key of the input; true when it was meant for the list. */
  function key(event) {
    if (node.hidden || event.isComposing) return false;
    if (event.key === "Escape") {
      hide();
    } else if (!items.length) {
      return false;
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const step = event.key === "ArrowDown" ? 1 : -1;
      active = active < 0 ? (step > 0 ? 0 : items.length - 1) : (active + step + items.length) % items.length;
      paint(true);
    } else if ((event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) && active >= 0) {
      pick(items[active]);
    } else {
      return false;
    }
    event.preventDefault();
    return true;
  }

  return {
    node,
    show,
    hide,
    key,
    get open() {
      return !node.hidden;
    },
    get active() {
      return items[active];
    },
  };
}
