import { createParser, type EventSourceMessage } from "eventsource-parser";
import { comesBack, isAway } from "../api/availability.ts";
import { client } from "../api/client.ts";
import { currentToken, renewToken } from "../api/token.ts";
import { pause } from "../base/pause.ts";
import { nextSession } from "../session/session.ts";

interface StreamFollower {
  path: string;
  signal: AbortSignal;
  /** Headers of the next connection, besides the usual ones. */
  headers?: () => Record<string, string>;
  /** Called once a connection is open, before its messages. */
  onOpen?: () => void;
  onMessage: (message: EventSourceMessage) => void;
}

const firstWait = 500;
const longestWait = 30_000;
/**
 * The service sends a heartbeat every 15 seconds; after this silence, in milliseconds, the connection is
 * lost.
 */
const silence = 40_000;

/**
 * Follows a stream of events until the signal aborts, reconnecting with backoff. While signed out it waits for
 * a session.
 */
export async function followStream(follower: StreamFollower): Promise<void> {
  const { signal } = follower;
  for (let tries = 0; !signal.aborted; tries++) {
    const asked = await connect(follower, () => {
      tries = 0;
    });
    if (signal.aborted) return;
    if (asked === "no session") await nextSession(signal);
    else await pause(waitBefore(tries, asked), signal);
  }
}

/** Jitter, so that pages don't reconnect at once. */
const waitBefore = (tries: number, asked: number) =>
  Math.max(asked, Math.min(longestWait, firstWait * 2 ** tries)) * (0.5 + Math.random() / 2);

/** Follows one connection to its end. Returns the wait that the service asks for, in milliseconds. */
async function connect(follower: StreamFollower, onOpen: () => void): Promise<number | "no session"> {
  const attempt = new AbortController();
  const signal = AbortSignal.any([follower.signal, attempt.signal]);
  let watch = setTimeout(() => attempt.abort(), silence);
  const onBytes = () => {
    clearTimeout(watch);
    watch = setTimeout(() => attempt.abort(), silence);
  };
  let asked = 0;
  try {
    const token = await currentToken();
    const headers: Record<string, string> = {
      accept: "text/event-stream",
      authorization: `Bearer ${token}`,
      ...follower.headers?.(),
    };
    const { status, headers: answered, body } = await client.send("GET", follower.path, { headers, signal });
    if (status === 401) renewToken();
    if (status >= 500) void comesBack();
    if (status !== 200 || !body) return 1000 * Number(answered.get("retry-after") ?? 0);
    onOpen();
    follower.onOpen?.();
    const parser = createParser({
      onRetry: (milliseconds) => {
        asked = milliseconds;
      },
      onEvent: follower.onMessage,
    });
    const texts = body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await texts.read(); !part.done; part = await texts.read()) {
      onBytes();
      parser.feed(part.value);
    }
  } catch (error) {
    if (error instanceof Error && "status" in error && error.status === 401) return "no session";
    if (isAway(error) && !signal.aborted) void comesBack();
  } finally {
    clearTimeout(watch);
    attempt.abort();
  }
  return asked;
}
