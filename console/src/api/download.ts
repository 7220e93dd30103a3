import type { Endpoint, RawFile, Request } from "@groundplan/contract";
import { call } from "./call.ts";

export async function download<E extends Endpoint>(endpoint: E, request: Request<E>): Promise<void> {
  const { name, mediaType, content } = (await call(endpoint, request)) as RawFile;
  const parts: BlobPart[] = [];
  for await (const part of content) parts.push(new Uint8Array(part));
  const url = URL.createObjectURL(new Blob(parts, { type: mediaType }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has started saving by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
