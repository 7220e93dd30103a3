import { streamEvents } from "@groundplan/contract";
import { stream } from "../../dispatch/handlers.ts";
import type { Context } from "../context.ts";
import { endStream } from "./stream.ts";
import { streamsOf } from "./streams.ts";

/** Opens an event stream, which ends with the service or the credential. */
export const eventsStream = stream(streamEvents, async (context: Context, actor, { lastEventId }) => {
  const opened = await streamsOf(context).open(actor, lastEventId);
  return { text: opened.text, end: () => endStream(opened) };
});
