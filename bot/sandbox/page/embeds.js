import { colour, h } from "./dom.js";
import { inline, markdown } from "./markdown.js";
import { picture } from "./pictures.js";
import { when } from "./times.js";

const safe = (url) => (/^https?:\/\//.test(url ?? "") ? url : undefined);

/** The file that an `attachment://name` address or a copy of its url points at. */
function fileOf(message, url) {
  return message.attachments?.find((file) => file.url === url || `attachment://${file.filename}` === url);
}

/** The files that embeds show, which are therefore not shown a second time. */
export function shownInEmbeds(message) {
  const urls = (message.embeds ?? []).flatMap((embed) => [
    embed.image?.url,
    embed.thumbnail?.url,
    embed.author?.icon_url,
    embed.footer?.icon_url,
  ]);
  return new Set(urls.map((url) => url && fileOf(message, url)).filter(Boolean));
}

function image(message, media, alt) {
  if (!media?.url) return null;
  const file = fileOf(message, media.url);
  const url = file?.url ?? safe(media.url) ?? (media.url.startsWith("/") ? media.url : undefined);
  return (
    url &&
    picture({
      url,
      width: media.width ?? file?.width,
      height: media.height ?? file?.height,
      alt: file?.description ?? media.description ?? alt,
      name: file?.filename,
    })
  );
}

const titled = (text, url, props) =>
  h(
    "p",
    props,
    safe(url) ? h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, inline(text)) : inline(text),
  );

export function embeds(message) {
  return (message.embeds ?? []).map((embed) => {
    const fields = (embed.fields ?? []).map((field) =>
      h(
        "div",
        { class: field.inline ? "field inline" : "field" },
        h("p", { class: "field-name" }, inline(field.name)),
        h("div", null, markdown(field.value)),
      ),
    );
    const thumbnail = image(message, embed.thumbnail, embed.title);
    thumbnail?.classList.add("thumbnail");
    const footer = [embed.footer?.text, embed.timestamp && when(new Date(embed.timestamp))].filter(Boolean).join(" · ");
    return h(
      "article",
      { class: "embed", data: { testid: "embed" }, style: embed.color ? { "--bar": colour(embed.color) } : {} },
      thumbnail,
      embed.author?.name && titled(embed.author.name, embed.author.url, { class: "embed-author" }),
      embed.title && titled(embed.title, embed.url, { class: "embed-title", role: "heading", "aria-level": "3" }),
      embed.description && h("div", { class: "embed-text" }, markdown(embed.description)),
      fields.length > 0 && h("div", { class: "fields" }, fields),
      image(message, embed.image, embed.title),
      footer && h("p", { class: "embed-footer" }, footer),
    );
  });
}
