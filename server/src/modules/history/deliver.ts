import { setImmediate as nextTurn } from "node:timers/promises";
import { limitReads } from "../../dispatch/concurrency/limit-reads.ts";
import type { Db } from "../../storage/dialect.ts";
import { presentEvent } from "./present.ts";
import { readEvents } from "./read-events.ts";
import { type EventRow, eventsAfter } from "./store.ts";
import { type EventStream, hasCapacity, isTaken, messageOf, resetAt } from "./stream.ts";
import { refreshActors } from "./stream-actors.ts";
import type { Told } from "./tell.ts";
import { type Reader, type Seen, visibilityOf } from "./visibility.ts";

/** A workspace's streams, and the last event handed to them. */
export interface Audience extends Told {
  workspaceId: string;
  seq: number;
  streams: Set<EventStream>;
}

/** Batch size; others get a turn in between. */
const eventsAtOnce = 100;
/** Lag from which a slow reader's events are skipped. */
const mostBehind = 1000;

/**
 * Hands the next events to a workspace's live streams. Rows and visibility are read once, and equal views
 * share one text. Streams under backpressure catch up on their own.
 */
export async function deliver(db: Db, audience: Audience): Promise<void> {
  const { workspaceId } = audience;
  const rows = await eventsAfter(db, workspaceId, audience.seq, eventsAtOnce);
  const last = rows.at(-1)?.seq;
  if (last === undefined) throw new Error("the head names an event that is not there");
  const touched = new Set(rows.map(({ subject_id }) => subject_id));
  const streams = [...audience.streams];
  await refreshActors(
    db,
    streams.filter(({ actor }) => touched.has(actor.userId) || touched.has(actor.credentialId)),
  );
  const live = new Set([...audience.streams].filter(({ isLive }) => isLive));
  const readers = new Map([...live].map(({ actor }) => [keyOf(actor), actor as Reader]));
  const seenOf = await visibilityOf(db, workspaceId, rows, [...readers.values()]);

  const textOf = shareTexts(rows);
  const texts = new Map<string, ReturnType<typeof textOf>>();
  for (const [key, reader] of readers) texts.set(key, textOf(rows.map((row) => seenOf(row, reader))));
  audience.seq = last;
  for (const stream of audience.streams) {
    const text = texts.get(keyOf(stream.actor));
    // Became live or changed roles meanwhile, so it wasn't considered.
    if (!live.has(stream) || !text) stream.isLive = false;
    if (!stream.isLive) continue;
    if (!hasCapacity(stream)) {
      stream.isLive = false;
      stream.wasSlow = true;
      continue;
    }
    const part = stream.position < (rows[0]?.seq ?? 0) ? text?.whole : text?.after(stream.position);
    stream.position = Math.max(stream.position, last); // It may have started after these.
    if (part && !stream.isEnded) stream.text.push(part);
  }
}

const keyOf = ({ userId, role }: Reader) => `${userId} ${role}`;

/** Returns a function from a view of these rows to its text, memoized by view. */
function shareTexts(rows: readonly EventRow[]) {
  const messages = new Map<string, string>();
  const messageAt = (n: number, seen: Seen) => {
    const row = rows[n];
    if (seen === "none" || !row) return "";
    const key = `${n} ${seen}`;
    const known = messages.get(key) ?? messageOf(presentEvent(row, seen));
    messages.set(key, known);
    return known;
  };
  const shared = new Map<string, { whole: Buffer | null; after(position: number): string }>();
  return (seen: readonly Seen[]) => {
    const key = seen.map((one) => one.charAt(0)).join("");
    const known = shared.get(key);
    if (known) return known;
    const after = (position: number) =>
      seen.map((one, n) => ((rows[n]?.seq ?? 0) > position ? messageAt(n, one) : "")).join("");
    const whole = after(0);
    const made = { whole: whole === "" ? null : Buffer.from(whole), after };
    shared.set(key, made);
    return made;
  };
}

/** Catches a stream up at its reader's pace until it is live. One too far behind gets a reset instead. */
export async function readOn(db: Db, audience: Audience, stream: EventStream): Promise<void> {
  stream.isReading = true;
  try {
    if (stream.wasSlow && audience.seq - stream.position > mostBehind) {
      stream.position = audience.seq;
      stream.text.push(resetAt(audience.seq));
    }
    stream.wasSlow = false;
    while (isTaken(stream) && !stream.isEnded && audience.streams.has(stream)) {
      if (stream.position >= audience.seq) {
        stream.isLive = true;
        return;
      }
      // Never beyond the others, since later events may end this reader's access. Numbers have no gaps.
      const end = audience.seq;
      const { events, through } = await limitReads(() =>
        readEvents(db, stream.actor, stream.position, Math.min(eventsAtOnce, end - stream.position)),
      );
      stream.position = through ?? end;
      const text = events.map(messageOf).join("");
      if (text !== "" && !stream.isEnded) stream.text.push(text);
      await nextTurn(); // SQLite answers synchronously, so others need a turn.
    }
  } finally {
    stream.isReading = false;
  }
}
