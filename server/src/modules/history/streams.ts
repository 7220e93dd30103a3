import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { Actor } from "../../actor.ts";
import { perProcess } from "../../dispatch/per-process.ts";
import { ApiError } from "../../errors.ts";
import { lastEvent } from "../../events/last-event.ts";
import type { Gauge } from "../../meter.ts";
import type { Context } from "../context.ts";
import { type Audience, deliver, readOn } from "./deliver.ts";
import { lastEvents } from "./store.ts";
import { type EventStream, endStream, heartbeat, isTaken, makeStream, resetAt } from "./stream.ts";
import { refreshActors } from "./stream-actors.ts";

type Parts = Pick<Context, "db" | "log" | "commits" | "draining">;

export interface Streams {
  /** Opens a stream that begins after an event; without one, with what comes next. */
  open(actor: Actor, after: number | undefined): Promise<EventStream>;
  /** Returns how many are open. */
  count(): number;
}

const mostStreams = 1000;
const mostOfCredential = 200;
/** The milliseconds between two looks while others commit without a pause. */
const gather = 5;
/** The milliseconds after which a look that failed is made again. */
const retryAfter = 1000;
const heartbeatEvery = 15_000;
/** Credentials end with an event, by which their streams end; this is for those that end without. */
const refreshEvery = 60_000;

const kept = perProcess((): { streams?: Streams } => ({}));

/** Returns the streams of this process. */
export function streamsOf(context: Parts): Streams {
  const own = kept(context);
  own.streams ??= createStreams(context);
  return own.streams;
}

/** The open streams of this process. */
export const openStreams: Gauge<Parts> = {
  name: "groundplan_streams",
  help: "Open streams of events.",
  labels: [],
  read: (context) => [{ labels: {}, value: kept(context).streams?.count() ?? 0 }],
};

/**
 * Holds the open streams of a process. After a commit it asks once for the last events of all their workspaces, and
 * hands new ones to all streams of a workspace together; nothing runs while none is open.
 */
function createStreams({ db, log, commits, draining }: Parts): Streams {
  const audiences = new Map<string, Audience>();
  const taken = new Map<string, number>();
  let count = 0;
  let looking = false;
  let again = false;
  let stop = () => {};

  const look = async () => {
    again = true;
    if (looking) return;
    looking = true;
    try {
      while (again && count > 0) {
        again = false;
        const heads = await lastEvents(db, [...audiences.keys()]);
        for (const audience of [...audiences.values()]) {
          const head = heads.get(audience.workspaceId) ?? 0;
          while (audience.seq < head && audience.streams.size > 0) {
            await deliver(db, audience);
            await nextTurn(); // What was handed out leaves before more comes, also on SQLite.
          }
          for (const stream of audience.streams) wants(stream);
        }
        if (again) await sleep(gather);
      }
    } catch (error) {
      log.warn({ err: error }, "events were not read for streams; the next look tries again");
      setTimeout(() => void look(), retryAfter).unref(); // A quiet night may bring no commit.
    } finally {
      looking = false;
    }
  };
  const begin = () => {
    const unsubscribe = commits.subscribe(() => void look());
    const timers = [
      setInterval(() => {
        for (const { text, isEnded } of everyStream())
          if (text.readableLength === 0 && !isEnded) text.push(heartbeat);
      }, heartbeatEvery).unref(),
      setInterval(() => {
        refreshActors(db, everyStream()).catch((error) =>
          log.warn({ err: error }, "the credentials of streams were not read"),
        );
      }, refreshEvery).unref(),
    ];
    stop = () => {
      unsubscribe();
      for (const timer of timers) clearInterval(timer);
    };
  };
  const everyStream = () => [...audiences.values()].flatMap(({ streams }) => [...streams]);

  const take = ({ credentialId }: Actor) => {
    const own = taken.get(credentialId) ?? 0;
    if (count >= mostStreams) throw tooMany("This process has as many open streams as it takes.");
    if (own >= mostOfCredential) throw tooMany("This credential has as many open streams as it may have.");
    taken.set(credentialId, own + 1);
    if (count++ === 0) begin();
  };
  const giveBack = ({ credentialId }: Actor) => {
    const left = (taken.get(credentialId) ?? 1) - 1;
    if (left > 0) taken.set(credentialId, left);
    else taken.delete(credentialId);
    if (--count === 0) stop();
  };
  const leave = (stream: EventStream) => {
    const audience = audiences.get(stream.actor.workspaceId);
    if (!audience?.streams.delete(stream)) return;
    if (audience.streams.size === 0) audiences.delete(audience.workspaceId);
    giveBack(stream.actor);
  };
  const wants = (stream: EventStream) => {
    const audience = audiences.get(stream.actor.workspaceId);
    const isIdle = !stream.isLive && !stream.isReading && !stream.isEnded;
    if (!audience?.streams.has(stream) || !isIdle || !isTaken(stream)) return;
    readOn(db, audience, stream).catch((error) => {
      log.warn({ err: error }, "a stream of events ended, since its events could not be read");
      endStream(stream, true);
    });
  };
  draining.addEventListener("abort", () => {
    for (const stream of everyStream()) endStream(stream, true);
  });

  return {
    count: () => count,
    async open(actor, after) {
      take(actor);
      const { workspaceId } = actor;
      let head: number;
      try {
        head = await lastEvent(db, workspaceId);
      } catch (error) {
        giveBack(actor);
        throw error;
      }
      const stream = makeStream(actor, wants, leave);
      const audience = audiences.get(workspaceId) ?? { workspaceId, seq: head, streams: new Set() };
      audiences.set(workspaceId, audience);
      audience.streams.add(stream);
      stream.position = Math.min(after ?? head, head);
      stream.text.push(after !== undefined && after > head ? resetAt(head) : heartbeat);
      // What ended the credential before the stream stood here is told to it by no event to come.
      stream.isReading = true;
      try {
        await refreshActors(db, [stream]);
      } catch (error) {
        stream.text.destroy();
        throw error;
      }
      stream.isReading = false;
      if (draining.aborted) endStream(stream, true);
      wants(stream);
      return stream;
    },
  };
}

const tooMany = (why: string) =>
  new ApiError("rate_limited", `${why} Close one, then repeat.`, undefined, { "retry-after": "10" });
