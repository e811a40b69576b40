// Clicks and commands that are under way, and how each of them ends.
import { toast } from "./dom.js";
import { state } from "./state.js";
import { t } from "./words.js";

// The server tells of a failure after three seconds; silence past this means that the bot took note and shows nothing.
const SILENCE = 4500;

const flights = new Set();
const early = new Map();

function land(flight, outcome, detail) {
  if (!flights.delete(flight)) return;
  clearTimeout(flight.timer);
  flight.onend(outcome, detail);
}

/**
 * Follows one interaction from its request to its end. `flight` says where it happens (`channel`, `message_id`) and
 * gets `onend(outcome, detail)` once: "answered", "modal", "failed", "refused" or "silent".
 */
export async function launch(request, flight) {
  flights.add(flight);
  try {
    const { interaction_id } = (await request) ?? {};
    flight.id = interaction_id;
    const missed = early.get(interaction_id);
    if (missed) settle(flight, missed);
    else flight.timer = setTimeout(() => land(flight, "silent"), SILENCE);
  } catch (error) {
    toast(error.message);
    land(flight, "refused", error);
  }
}

const settle = (flight, event) => land(flight, event.type === "MODAL" ? "modal" : "failed", event);

const answers = (flight, channel, message) => {
  if (message.id === flight.message_id) return true;
  const answered = message.interaction?.id ?? message.interaction_metadata?.id;
  if (answered && flight.id) return answered === flight.id;
  const asker = message.interaction?.user?.id ?? message.interaction?.user;
  const forMe = asker === state.me.id || (message.ephemeral && !message.interaction);
  return channel === flight.channel && forMe;
};

/** Hands an event of the stream to the interactions that wait for one. */
export function hear(event) {
  if (event.type === "MESSAGE") {
    for (const flight of [...flights]) if (answers(flight, event.channel_id, event.message)) land(flight, "answered");
    return;
  }
  const flight = [...flights].find((one) => one.id === event.interaction_id);
  if (flight) return settle(flight, event);
  // Another tab's, or one whose request has not come back yet.
  early.set(event.interaction_id, event);
  setTimeout(() => early.delete(event.interaction_id), 10_000);
}

/** Why an interaction failed, in the person's language where it is the usual reason. */
export const reasonOf = (event) =>
  !event?.reason || /did not respond/i.test(event.reason) ? t("noResponse") : event.reason;
