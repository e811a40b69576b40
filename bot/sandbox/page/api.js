// The page's side of the sandbox's own JSON interface.

/** What the server refused, in its own words. */
export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

async function call(path, options) {
  const response = await fetch(`/page/api/${path}`, options);
  const text = await response.text();
  let body;
  try {
    body = text ? JSON.parse(text) : null;
  } catch {
    body = null;
  }
  if (!response.ok) throw new Refused(response.status, body?.error ?? `${response.status} ${response.statusText}`);
  return body;
}

const query = (values) => new URLSearchParams(Object.entries(values).filter(([, value]) => value)).toString();
const post = (path, body, signal) =>
  call(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal });

export const world = (user) => call(`world?${query({ user })}`);
export const messages = (user, channel) => call(`messages?${query({ user, channel })}`);
export const command = (body) => post("command", body);
export const autocomplete = (body, signal) => post("autocomplete", body, signal);
export const component = (body) => post("component", body);
export const modal = (body) => post("modal", body);
export const say = (body) => post("message", body);
export const setLocale = (user, locale) => post("locale", { user, locale });
export const directMessage = (user) => post("dm", { user });
export const dismiss = (user, message_id) => post("dismiss", { user, message_id });

export function upload(user, file) {
  const filename = file.name || "picture.png";
  const headers = { "content-type": file.type || "application/octet-stream" };
  return call(`upload?${query({ user, filename })}`, { method: "POST", headers, body: file });
}

/**
 * Listens to a user's events until `stop()`. A stream that breaks is opened again, and `onopen(true)` then says
 * that events may have been missed.
 */
export function listen(user, { onevent, onopen, onlost }) {
  let source,
    timer,
    pause = 500,
    stopped = false,
    before = false;
  const connect = () => {
    source = new EventSource(`/page/api/events?${query({ user })}`);
    source.onopen = () => {
      pause = 500;
      onopen(before);
      before = true;
    };
    source.onmessage = (event) => onevent(JSON.parse(event.data));
    source.onerror = () => {
      source.close();
      if (stopped) return;
      onlost();
      timer = setTimeout(connect, pause);
      pause = Math.min(pause * 2, 8000);
    };
  };
  connect();
  return () => {
    stopped = true;
    clearTimeout(timer);
    source.close();
  };
}
