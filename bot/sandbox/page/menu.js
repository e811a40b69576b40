// Small panels beside a control: a popover on wide screens, a sheet from below on phones.
import { avatar, displayName, h, icon } from "./dom.js";
import { t } from "./words.js";

const phone = matchMedia("(max-width: 719px)");

function put(panel, anchor) {
  if (phone.matches) return;
  const at = anchor.getBoundingClientRect(),
    box = panel.getBoundingClientRect(),
    gap = 6,
    edge = 8;
  const below = at.bottom + gap + box.height <= innerHeight - edge;
  const top = below ? at.bottom + gap : Math.max(edge, at.top - gap - box.height);
  const left = at.left + box.width > innerWidth - edge ? at.right - box.width : at.left;
  panel.style.top = `${top}px`;
  panel.style.left = `${Math.max(edge, left)}px`;
}

function walk(panel, event) {
  const items = [...panel.querySelectorAll("[role^=menuitem]:not([disabled]), input:not([disabled])")];
  const at = items.indexOf(document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }[event.key];
  if (to === undefined || !items.length) return;
  event.preventDefault();
  items.at(to % items.length).focus();
}

/** Opens `children` beside `anchor`; answers with the function that closes it. Escape and a click elsewhere close it too. */
export function openPanel(anchor, { label, role = "menu", testid, onclose }, ...children) {
  const panel = h("div", { class: "panel", popover: "auto", role, "aria-label": label, data: { testid } }, ...children);
  const close = () => panel.isConnected && panel.hidePopover();
  panel.addEventListener("keydown", (event) => walk(panel, event));
  panel.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    const inside = panel.contains(document.activeElement) || document.activeElement === document.body;
    panel.remove();
    anchor.setAttribute("aria-expanded", "false");
    if (inside && anchor.isConnected) anchor.focus({ preventScroll: true });
    onclose?.();
  });
  document.body.append(panel);
  panel.showPopover();
  put(panel, anchor);
  anchor.setAttribute("aria-expanded", "true");
  (panel.querySelector("[role^=menuitem], input") ?? panel).focus({ preventScroll: true });
  return close;
}

/** Opens a menu of `{label, hint, onpick, testid, name, before, checked}` entries. */
export function openMenu(anchor, { label, head, testid }, entries) {
  const items = entries.map((entry) =>
    entry.heading !== undefined
      ? h("p", { class: "menu-heading" }, entry.heading)
      : h(
          "button",
          {
            type: "button",
            class: "menu-item",
            role: entry.checked === undefined ? "menuitem" : "menuitemradio",
            "aria-checked": entry.checked === undefined ? undefined : String(entry.checked),
            disabled: entry.disabled,
            data: { testid: entry.testid, name: entry.name },
            onclick: () => (close(), entry.onpick()),
          },
          entry.before,
          h("span", { class: "menu-label" }, entry.label, entry.hint && h("small", null, entry.hint)),
          entry.checked && icon("check"),
        ),
  );
  const close = openPanel(anchor, { label, testid }, head, items);
  return close;
}

/** The card of a user, with the app commands for users. */
export function openUserMenu(anchor, user, entries) {
  const head = h(
    "div",
    { class: "card" },
    avatar(user, "large"),
    h("div", null, h("b", null, displayName(user)), h("small", null, `@${user.username}`)),
  );
  openMenu(anchor, { label: t("userMenu", displayName(user)), head, testid: "user-menu" }, entries);
}
