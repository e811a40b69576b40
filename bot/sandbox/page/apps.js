// Running commands, from the box or from the menu of a message or a user.
import * as api from "./api.js";
import { commandsOf, local } from "./commands.js";
import { launch, reasonOf } from "./interactions.js";
import { openModal } from "./modal.js";
import { emit, state } from "./state.js";
import { t } from "./words.js";

/** Commands that were sent and not answered yet, or that failed. */
export const pendings = new Set();

export function runCommand(body, name) {
  const pending = { name, channel: body.channel, user: body.user, state: "sending" };
  pendings.add(pending);
  emit("pending");
  launch(api.command(body), {
    channel: body.channel,
    onend(outcome, detail) {
      if (outcome === "failed") Object.assign(pending, { state: "failed", reason: reasonOf(detail) });
      else pendings.delete(pending);
      emit("pending");
      if (outcome === "modal") openModal(detail, body.channel);
    },
  });
}

/** The server keeps a failed command as a message of its own: the page's stand-in makes room for it. */
export function forgetFailed(channel) {
  for (const one of pendings) if (one.channel === channel && one.state === "failed") pendings.delete(one);
}

/** Menu entries for the app commands of messages (3) or users (2). */
export function appEntries(type, target_id) {
  const entries = commandsOf(type).map((command) => ({
    label: local(command, "name"),
    testid: "app-command",
    name: command.name,
    onpick: () =>
      runCommand(
        { user: state.me.id, channel: state.channel, command_id: command.id, type, options: [], target_id },
        local(command, "name"),
      ),
  }));
  return entries.length ? entries : [{ label: t("noApps"), disabled: true }];
}
