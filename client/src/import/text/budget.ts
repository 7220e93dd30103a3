import { byteLength } from "../byte-length.ts";
import type { Notice } from "../format.ts";
import { joinParts } from "./imported-fields.ts";
import { maxBytes } from "./limits.ts";

/** A part of a text, and where it comes from; `line` is from 0. */
export interface Part {
  file: string;
  line: number;
  text: string;
}

/** Joins the parts of a text; those that exceed the service's limit are left out and told. */
export function joinWithin(parts: readonly Part[], notices: Notice[]): string {
  let bytes = 0;
  const kept = parts.filter(({ file, line, text }) => {
    const more = byteLength(text) + 2;
    if (bytes + more > maxBytes) {
      const why = `not imported: the text would be larger than ${maxBytes} bytes; shorten or split it, then import again`;
      notices.push({ file, line: line + 1, text: text.slice(0, 200).split("\n")[0] ?? "", why });
      return false;
    }
    bytes += more;
    return true;
  });
  return joinParts(kept.map(({ text }) => text));
}
