import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { Actor } from "../../actor.ts";
import { perProcess } from "../../dispatch/concurrency/per-process.ts";
import { ApiError } from "../../errors.ts";
import { lastEvent } from "../../events/last-event.ts";
import type { Gauge } from "../../meter.ts";
import type { Context } from "../context.ts";
import { type Audience, deliver, readOn } from "./deliver.ts";
import { lastEvents } from "./store.ts";
import { type EventStream, endStream, heartbeat, isTaken, makeStream, resetAt } from "./stream.ts";
import { refreshActors } from "./stream-actors.ts";
import { type Notice, tellNotices } from "./tell.ts";

type Parts = Pick<Context, "db" | "log" | "commits" | "draining">;

export interface Streams {
  /** Opens a stream after an event, or at the next one. */
  open(actor: Actor, after: number | undefined): Promise<EventStream>;
  /** Sends a notice after the events so far; it replaces one of the same subject that still waits. */
  tell(workspaceId: string, subject: string, notice: Notice): void;
  /** Number of open streams. */
  count(): number;
}

const mostStreams = 1000;
const mostOfCredential = 200;
/** Milliseconds between checks during continuous commits. */
const gather = 5;
/** Milliseconds until a failed check is retried. */
const retryAfter = 1000;
const heartbeatEvery = 15_000;
/** Catches credentials that expire without an event. */
const refreshEvery = 60_000;

const kept = perProcess((): { streams?: Streams } => ({}));

export function streamsOf(context: Parts): Streams {
  const own = kept(context);
  own.streams ??= createStreams(context);
  return own.streams;
}

export const openStreams: Gauge<Parts> = {
  name: "groundplan_streams",
  help: "Open streams of events.",
  labels: [],
  read: (context) => [{ labels: {}, value: kept(context).streams?.count() ?? 0 }],
};

/**
 * Holds a process's open streams. After a commit it queries the last events of all their workspaces at once
 * and delivers new ones; idle without streams.
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
            await nextTurn(); // Lets data leave before more is queued, on SQLite too.
          }
          await tellNotices(audience);
          for (const stream of audience.streams) wants(stream);
        }
        if (again) await sleep(gather);
      }
    } catch (error) {
      log.warn({ err: error }, "events were not read for streams; the next look tries again");
      setTimeout(() => void look(), retryAfter).unref(); // There may be no further commit.
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
    tell(workspaceId, subject, notice) {
      const audience = audiences.get(workspaceId);
      if (!audience) return;
      audience.notices.set(subject, notice);
      void look();
    },
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
      const fresh = { workspaceId, seq: head, streams: new Set<EventStream>(), notices: new Map() };
      const audience = audiences.get(workspaceId) ?? fresh;
      audiences.set(workspaceId, audience);
      audience.streams.add(stream);
      stream.position = Math.min(after ?? head, head);
      stream.text.push(after !== undefined && after > head ? resetAt(head) : heartbeat);
      // No later event will tell about a credential that ended before the stream was registered.
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
