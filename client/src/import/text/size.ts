import { byteLength } from "../byte-length.ts";
import { NotImportable } from "../format.ts";
import { maxBytes } from "./limits.ts";

/** Throws `NotImportable` for a text above the service's limit. `what` names the text. */
export function refuseLarge(file: string, text: string, what: string): void {
  const size = byteLength(text);
  if (size <= maxBytes) return;
  throw new NotImportable(
    `${file}: ${what} is ${size} bytes, over the limit of ${maxBytes}; shorten or split it, then import again.`,
  );
}
