import { language, t } from "./words.js";

const format = (date, options) => new Intl.DateTimeFormat(language(), options).format(date);

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const STEPS = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];

function relative(date) {
  const seconds = Math.round((date - Date.now()) / 1000);
  const [unit, size] = STEPS.find(([, length]) => Math.abs(seconds) >= length) ?? STEPS.at(-1);
  return new Intl.RelativeTimeFormat(language(), { numeric: "auto" }).format(Math.round(seconds / size), unit);
}

/** The text of a `<t:unix:style>` mark. */
export const stamp = (date, style) => (style === "R" ? relative(date) : format(date, STYLES[style] ?? STYLES.f));
export const full = (date) => format(date, STYLES.F);
export const clock = (date) => format(date, STYLES.t);
export const dayKey = (date) => `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`;

export function dayName(date) {
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(date).setHours(0, 0, 0, 0)) / 86_400_000);
  return days === 0 ? t("today") : days === 1 ? t("yesterday") : format(date, { dateStyle: "long" });
}

/** "today" times get the clock alone, older ones their day as well. */
export const when = (date) =>
  dayKey(date) === dayKey(new Date()) ? clock(date) : format(date, { dateStyle: "medium", timeStyle: "short" });

setInterval(() => {
  for (const node of document.querySelectorAll("time[data-relative]"))
    node.textContent = relative(new Date(node.dateTime));
}, 1000);
