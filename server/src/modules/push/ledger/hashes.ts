import { hash } from "node:crypto";

/** The version of the text rendering. Raising it pushes every text again. */
export const renderer = 1;

/** Returns one short hash of several values, for later equality checks. */
export const shortHash = (...values: (string | number | null)[]): string =>
  hash("sha256", JSON.stringify(values), "base64url");
