import { Readable } from "node:stream";
import type { Actor } from "../../actor.ts";

/** An open event stream. */
export interface EventStream {
  /** With the role as last checked. */
  actor: Actor;
  /** The last event considered. */
  position: number;
  /** True while it receives new events directly; otherwise it reads rows at its reader's pace. */
  isLive: boolean;
  /** True if backpressure ended its live state. */
  wasSlow: boolean;
  isReading: boolean;
  isEnded: boolean;
  text: Readable;
}

/** Bytes buffered per reader, besides the connection's. */
const mostWaiting = 64 * 1024;

/** Creates a stream; `wants` is called when the reader can take more, `gone` once at its end. */
export function makeStream(
  actor: Actor,
  wants: (stream: EventStream) => void,
  gone: (stream: EventStream) => void,
): EventStream {
  const stream: EventStream = {
    actor,
    position: 0,
    isLive: false,
    wasSlow: false,
    isReading: false,
    isEnded: false,
    text: new Readable({
      // Deferred until the read data has left the buffer, whose length decides.
      read: () => queueMicrotask(() => wants(stream)),
      destroy(error, done) {
        gone(stream);
        done(error);
      },
    }),
  };
  return stream;
}

/** Tests for buffer capacity. */
export const hasCapacity = ({ text }: EventStream): boolean => text.readableLength < mostWaiting;

/** Tests that the reader consumes, so that rows may be read for it. */
export const isTaken = ({ text }: EventStream): boolean => text.readableLength < text.readableHighWaterMark;

/** Returns a server-sent event. */
export const messageOf = (event: { seq: number; type: string }): string =>
  `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

/** Returns the event that tells clients to reload, as events up to `seq` were skipped. */
export const resetAt = (seq: number): string => messageOf({ seq, type: "reset" });

/** An SSE comment that keeps an idle connection open. */
export const heartbeat = Buffer.from(":\n\n");

/**
 * Ends a stream. While draining, it sends randomized reconnect delays. A stuck reader's connection is closed.
 */
export function endStream(stream: EventStream, comeBack = false): void {
  const { text } = stream;
  if (stream.isEnded || text.destroyed) return;
  stream.isEnded = true;
  if (comeBack) text.push(`retry: ${500 + Math.floor(Math.random() * 2500)}\n\n`);
  text.push(null);
  setTimeout(() => text.destroy(), 1000).unref();
}
