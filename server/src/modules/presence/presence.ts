import { type PresenceMessage, presenceState } from "@groundplan/contract";
import { z } from "zod";
import { perProcess } from "../../dispatch/concurrency/per-process.ts";
import type { Context } from "../context.ts";
import { streamsOf } from "../history/streams.ts";
import { type Board, createBoard, type Place, type Sighting } from "./board.ts";
import { peopleAt } from "./people.ts";

export interface Presence {
  board: Board;
  /** Notes who is where, and tells the streams of this process and the other processes. */
  note(sighting: Sighting): void;
}

type Parts = Pick<Context, "db" | "log" | "commits" | "draining" | "notices">;

/** Milliseconds between looks for people who have left. */
const expireEvery = 1000;

const kept = perProcess((): { presence?: Presence } => ({}));

/** Returns the process's presence; the first call subscribes to what other processes tell. */
export function presenceOf(context: Parts): Presence {
  const own = kept(context);
  own.presence ??= createPresence(context);
  return own.presence;
}

function createPresence(context: Parts): Presence {
  const board = createBoard(() => performance.now());
  let timer: NodeJS.Timeout | undefined;

  const tellStreams = (places: readonly Place[]) => {
    for (const place of places)
      streamsOf(context).tell(place.workspaceId, place.documentId, async (userIds) => {
        const { people, readers } = await peopleAt(context.db, board, place, userIds);
        return { text: textOf({ type: "presence", documentId: place.documentId, people }), readers };
      });
  };
  const expire = () => {
    tellStreams(board.expire());
    if (board.size() > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  const note = (sighting: Sighting) => {
    tellStreams(board.note(sighting));
    timer ??= setInterval(expire, expireEvery).unref();
  };
  context.notices.subscribe((text) => {
    const told = readNotice(text);
    if (told) note(told);
  });
  return {
    board,
    note(sighting) {
      note(sighting);
      context.notices.tell(JSON.stringify(sighting));
    },
  };
}

const textOf = (message: PresenceMessage) => `event: ${message.type}\ndata: ${JSON.stringify(message)}\n\n`;

const Notice = z.object({
  workspaceId: z.string(),
  documentId: z.string(),
  userId: z.string(),
  state: presenceState,
});

/** Null for what another release may tell. */
function readNotice(text: string): Sighting | null {
  try {
    return Notice.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
