// Pictures that wait to be sent with the next message.
import * as api from "./api.js";
import { h, icon, iconButton, toast } from "./dom.js";
import { state } from "./state.js";
import { t } from "./words.js";

export function makeTray() {
  const node = h("ul", { class: "tray", hidden: true, data: { testid: "tray" } });
  let waiting = [];
  const tray = {
    node,
    onchange() {},
    add,
    ids,
    clear,
    takeFiles,
    get size() {
      return waiting.length;
    },
  };

  function paint() {
    node.replaceChildren(...waiting.map((one) => one.tile));
    node.hidden = !waiting.length;
    tray.onchange();
  }

  function remove(one) {
    waiting = waiting.filter((other) => other !== one);
    URL.revokeObjectURL(one.preview);
    paint();
  }

  /** Begins to upload a file at once and shows it. */
  function add(file) {
    const name = file.name || t("picture");
    const one = { file, preview: URL.createObjectURL(file) };
    one.tile = h(
      "li",
      { class: "tile busy", data: { testid: "upload" } },
      file.type.startsWith("image/") ? h("img", { src: one.preview, alt: name }) : icon("file"),
      h("span", null, name),
      iconButton("close", t("removeFile", name), { onclick: () => remove(one) }),
    );
    one.upload = api.upload(state.me.id, file);
    one.upload.then(
      () => one.tile.classList.remove("busy"),
      (error) => (toast(error.message), remove(one)),
    );
    waiting.push(one);
    paint();
  }

  /** The ids of everything that waits, once it is all there. */
  async function ids() {
    const files = await Promise.all(waiting.map((one) => one.upload));
    return files.map((file) => file.id);
  }

  function clear() {
    for (const one of [...waiting]) remove(one);
  }

  /** Gives up to `count` files away, to a command that wants them. */
  function takeFiles(count) {
    const taken = waiting.slice(0, count);
    taken.forEach(remove);
    return taken.map((one) => one.file);
  }

  return tray;
}
