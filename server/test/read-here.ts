import type { Extract } from "../src/extract/extract.ts";
import { extractText } from "../src/extract/extract-text.ts";

/** Reads a document in this process, which is faster but without the confined process's limits. */
export const readHere: Extract = async ({ bytes, name, mediaType, address = "" }, signal) => {
  const chunks = await Array.fromAsync(bytes);
  signal.throwIfAborted();
  const { text, ...head } = await extractText(Buffer.concat(chunks), { name, mediaType, address });
  return head.state === "done" ? { ...head, text } : head;
};
