import type { Extract } from "../src/extract/extract.ts";
import { extractText } from "../src/extract/extract-text.ts";

/**
 * Reads a document as the service does, but in this process, which takes milliseconds: starting a process for each takes
 * most of a second. The limits of time, memory and bytes are those of that process, so they don't hold here.
 */
export const readHere: Extract = async ({ bytes, name, mediaType, address = "" }, signal) => {
  const chunks = await Array.fromAsync(bytes);
  signal.throwIfAborted();
  const { text, ...head } = await extractText(Buffer.concat(chunks), { name, mediaType, address });
  return head.state === "done" ? { ...head, text } : head;
};
