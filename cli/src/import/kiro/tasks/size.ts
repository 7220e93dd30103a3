import { NotImportable } from "../../format.ts";
import { maxBytes } from "../types.ts";
import { tasksFile } from "./types.ts";

/** Throws `NotImportable` where a text is larger than the service accepts. */
export function refuseLarge(text: string, what: string): void {
  const size = Buffer.byteLength(text);
  if (size <= maxBytes) return;
  throw new NotImportable(
    `${tasksFile}: ${what} is ${size} bytes, over the limit of ${maxBytes}; shorten or split it, then import again.`,
  );
}
