import type { ReadableStream as NodeStream } from "node:stream/web";
import type { Deadline } from "./deadline.ts";
import { OutboundError } from "./errors.ts";

/**
 * Passes a body on up to `maxBytes`; beyond that errors with `too_large` and closes the connection. Calls
 * `ending.done` when the source is finished.
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
        ending.heard();
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

/** Closes the connection of an unwanted body, ignoring errors. */
export function discard(body: { cancel(): Promise<void> } | null): void {
  body?.cancel().catch(() => {});
}
