import type { Endpoint, RawFile, Request } from "@groundplan/contract";
import { call } from "./call.ts";

/** Gets a file that an endpoint answers, and gives it to the browser to save under its name. */
export async function download<E extends Endpoint>(endpoint: E, request: Request<E>): Promise<void> {
  const { name, mediaType, content } = (await call(endpoint, request)) as RawFile;
  const parts: BlobPart[] = [];
  for await (const part of content) parts.push(new Uint8Array(part));
  const url = URL.createObjectURL(new Blob(parts, { type: mediaType }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to save it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
