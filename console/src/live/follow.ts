import { type PresenceMessage, streamEvents, type WorkspaceEvent } from "@groundplan/contract";
import { followStream } from "./follow-stream.ts";

interface Follower {
  signal: AbortSignal;
  /** The event to resume from; "" for none. */
  last: () => string;
  onEvent: (id: string, event: WorkspaceEvent) => void;
  onPresence: (message: PresenceMessage) => void;
  /** Called if events may have been missed; following resumes from `id`. */
  onGap: (id?: string) => void;
}

/** Follows the workspace's events until the signal aborts. */
export function follow({ signal, last, onEvent, onPresence, onGap }: Follower): Promise<void> {
  let asked = "";
  return followStream({
    path: streamEvents.path,
    signal,
    headers: () => {
      asked = last();
      return asked === "" ? {} : { "last-event-id": asked };
    },
    onOpen: () => {
      // Earlier reads may be older than the first event.
      if (asked === "") onGap();
    },
    onMessage: ({ id, event, data }) => {
      if (event === "reset") onGap(id);
      else if (event === "presence") onPresence(JSON.parse(data) as PresenceMessage);
      else if (id !== undefined) onEvent(id, JSON.parse(data) as WorkspaceEvent);
    },
  });
}
