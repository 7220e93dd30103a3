import type { RawFile } from "@groundplan/contract";
import { notGroundplan } from "./errors.ts";

/** Returns the file in a response. Its length is `NaN` if a proxy removed the header. */
export function rawFileOf(url: string, response: Response): RawFile {
  const { headers, body } = response;
  const name = /;\s*filename\*=UTF-8''([^;\s]+)/i.exec(headers.get("content-disposition") ?? "")?.[1];
  if (name === undefined) throw notGroundplan(url, response);
  return {
    name: decodeURIComponent(name),
    mediaType: headers.get("content-type") ?? "application/octet-stream",
    bytes: Number(headers.get("content-length") ?? Number.NaN),
    content: chunksOf(body),
  };
}

/** Yields chunks. Not every browser can iterate a stream. */
async function* chunksOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Cancels the rest if the consumer stops early.
    await reader.cancel().catch(() => {});
  }
}
