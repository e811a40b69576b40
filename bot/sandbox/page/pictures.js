// Attachments: pictures inline, everything else as a chip to download.
import { h, icon, iconButton } from "./dom.js";
import { t } from "./words.js";

const WIDEST = 520,
  TALLEST = 680;

export const isPicture = (file) =>
  file.content_type?.startsWith("image/") || /\.(png|jpe?g|gif|webp|svg)$/i.test(file.filename ?? "");

/** A picture that holds its place before it arrives, and opens large on a click. */
export function picture({ url, width, height, alt, name }) {
  const img = h("img", {
    src: url,
    alt: alt || name || t("picture"),
    loading: "lazy",
    decoding: "async",
    draggable: "false",
  });
  const button = h(
    "button",
    {
      type: "button",
      class: "picture",
      "aria-label": t("openPicture", alt || name || ""),
      onclick: () => zoom(url, alt || name),
      data: { testid: "picture" },
    },
    img,
  );
  if (width && height) fit(button, width, height);
  else img.addEventListener("load", () => fit(button, img.naturalWidth, img.naturalHeight), { once: true });
  if (name?.startsWith("SPOILER_")) cover(button);
  return button;
}

function fit(button, width, height) {
  const scale = Math.min(1, WIDEST / width, TALLEST / height);
  button.style.setProperty("--width", `${Math.round(width * scale)}px`);
  button.style.setProperty("--ratio", String(width / height));
  button.style.aspectRatio = `${width} / ${height}`;
}

function cover(button) {
  const label = button.getAttribute("aria-label");
  button.classList.add("covered");
  button.setAttribute("aria-label", t("spoiler"));
  button.addEventListener(
    "click",
    (event) => {
      if (!button.classList.contains("covered")) return;
      event.stopImmediatePropagation();
      button.classList.remove("covered");
      button.setAttribute("aria-label", label);
    },
    { capture: true },
  );
}

function zoom(url, alt) {
  const dialog = h(
    "dialog",
    {
      class: "zoom",
      "aria-label": alt || t("picture"),
      onclose: () => dialog.remove(),
      onclick: () => dialog.close(),
      data: { testid: "zoom" },
    },
    iconButton("close", t("close")),
    h("img", { src: url, alt: alt ?? "" }),
    alt && h("p", { "aria-hidden": "true" }, alt),
  );
  document.body.append(dialog);
  dialog.showModal();
}

const size = (bytes) =>
  bytes >= 1048576
    ? `${(bytes / 1048576).toFixed(1)} MB`
    : bytes >= 1024
      ? `${Math.round(bytes / 1024)} kB`
      : `${bytes} B`;

function chip(file) {
  return h(
    "a",
    {
      class: "file",
      href: file.url,
      download: file.filename,
      target: "_blank",
      rel: "noopener",
      "aria-label": t("download", file.filename),
    },
    icon("file"),
    h("span", null, h("b", null, file.filename), file.size ? h("small", null, size(file.size)) : null),
    icon("download"),
  );
}

export function attachments(files) {
  return files.map((file) =>
    isPicture(file)
      ? picture({ url: file.url, width: file.width, height: file.height, alt: file.description, name: file.filename })
      : chip(file),
  );
}

/** While a changed picture loads, the one before it stays in view, so that a board never blinks. */
export function carryOver(before, after) {
  const old = before.querySelectorAll(".picture");
  after.querySelectorAll(".picture").forEach((next, index) => {
    const last = old[index]?.querySelector("img");
    const img = next.querySelector("img");
    if (!last?.complete || !last.naturalWidth) return;
    img.loading = "eager";
    if (last.src === img.src) {
      img.replaceWith(last);
      last.alt = img.alt;
      return;
    }
    next.style.backgroundImage = `url("${encodeURI(last.src)}")`;
    img.addEventListener("load", () => next.style.removeProperty("background-image"), { once: true });
  });
}
