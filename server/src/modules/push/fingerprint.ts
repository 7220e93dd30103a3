import { createHash } from "node:crypto";

/** Counts changes of how texts are rendered, so that a change is pushed and seen as one. */
const renderer = 1;

/**
 * What an issue says, as one short text: of the meaning, not of the rendered form. Equal means that the tracker
 * has it already.
 */
export function fingerprint(handle: string, title: string, text: string): string {
  const meaning = JSON.stringify([renderer, handle, title, text]);
  return createHash("sha256").update(meaning).digest("base64url");
}
