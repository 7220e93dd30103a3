import { hash } from "node:crypto";

/** The version of how texts are rendered. Raise it with the rendering: every text is then pushed again. */
export const renderer = 1;

/** Returns one short text for several values, to be compared with itself later. */
export const shortHash = (...values: (string | number | null)[]): string =>
  hash("sha256", JSON.stringify(values), "base64url");
