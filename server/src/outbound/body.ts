import type { ReadableStream as NodeStream } from "node:stream/web";
import type { Deadline } from "./deadline.ts";
import { OutboundError } from "./errors.ts";

/**
 * Passes on a body of up to `maxBytes`; more end the stream with OutboundError `too_large` and close the connection.
 * Calls `ending.done` once the source is finished with, for whatever reason.
 */
export function limitBody(
  source: NodeStream<Uint8Array>,
  maxBytes: number,
  ending: Deadline,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  let left = maxBytes;
  return new ReadableStream(
    {
      async pull(controller) {
        const chunk = await reader.read().catch((error) => {
          ending.done();
          throw ending.explain(error);
        });
        if (chunk.done) {
          ending.done();
          controller.close();
          return;
        }
        left -= chunk.value.byteLength;
        if (left < 0) {
          ending.done();
          discard(reader);
          throw new OutboundError("too_large");
        }
        controller.enqueue(chunk.value);
      },
      cancel() {
        ending.done();
        discard(reader);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Closes the connection of an unwanted body, however broken the rest of it is. */
export function discard(body: { cancel(): Promise<void> } | null): void {
  body?.cancel().catch(() => {});
}
