import { hash } from "node:crypto";

/** Returns the hash of a criterion's text with white space folded: equal words share their evidence. */
export const wordsHash = (text: string): string =>
  hash("sha256", text.replace(/\s+/g, " ").trim(), "base64url").slice(0, 22);
