import type { Endpoint, RawFile, Request } from "@groundplan/contract";
import { blobOf } from "./blob-of.ts";
import { call } from "./call.ts";

export async function download<E extends Endpoint>(endpoint: E, request: Request<E>): Promise<void> {
  const file = (await call(endpoint, request)) as RawFile;
  const url = URL.createObjectURL(await blobOf(file));
  const link = document.createElement("a");
  link.href = url;
  link.download = file.name;
  link.click();
  // The browser has started saving by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
