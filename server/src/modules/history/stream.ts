import { Readable } from "node:stream";
import type { Actor } from "../../actor.ts";

/** An open stream of events. */
export interface EventStream {
  /** The person, with the role that they had when it was last looked at. */
  actor: Actor;
  /** The number of the last event that was looked at for it. */
  position: number;
  /**
   * True while new events are handed to it as they come. Otherwise it reads rows by itself, as its reader takes them.
   */
  isLive: boolean;
  /** True where its reader took too little for events to be handed to it. */
  wasSlow: boolean;
  isReading: boolean;
  isEnded: boolean;
  text: Readable;
}

/** The bytes that may wait for a reader, beside those that the connection holds. */
const mostWaiting = 64 * 1024;

/** Makes a stream; `wants` is called whenever its reader can take more, and `gone` once, when it is over. */
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
      // Asked for before what was read has left the buffer, whose length decides.
      read: () => queueMicrotask(() => wants(stream)),
      destroy(error, done) {
        gone(stream);
        done(error);
      },
    }),
  };
  return stream;
}

/** Returns true if the stream's reader has taken so much that it can be handed more. */
export const hasRoom = ({ text }: EventStream): boolean => text.readableLength < mostWaiting;

/** Returns true if the stream's reader takes what it is given, so that rows may be read for it alone. */
export const isTaken = ({ text }: EventStream): boolean => text.readableLength < text.readableHighWaterMark;

/** Returns an event as a server-sent one. */
export const messageOf = (event: { seq: number; type: string }): string =>
  `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

/** Says that events were left out up to this number: what is shown has to be read again. */
export const resetAt = (seq: number): string => messageOf({ seq, type: "reset" });

/** A comment, which keeps the connection open where nothing happens. */
export const heartbeat = Buffer.from(":\n\n");

/**
 * Ends a stream. A service that stops asks for some time before its readers come back, each another one. A reader that
 * takes nothing does not see the end, and its connection is closed.
 */
export function endStream(stream: EventStream, comeBack = false): void {
  const { text } = stream;
  if (stream.isEnded || text.destroyed) return;
  stream.isEnded = true;
  if (comeBack) text.push(`retry: ${500 + Math.floor(Math.random() * 2500)}\n\n`);
  text.push(null);
  setTimeout(() => text.destroy(), 1000).unref();
}
