import { hash } from "node:crypto";

/** Counts changes of how texts are rendered, so that a change is pushed and seen as one. */
export const renderer = 1;

/** One text for several values, to be compared with itself later. */
export const shortHash = (...values: (string | number | null)[]): string =>
  hash("sha256", JSON.stringify(values), "base64url");
