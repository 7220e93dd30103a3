import { hash } from "node:crypto";

/** Raising this version pushes every text again. */
export const renderer = 1;

export const shortHash = (...values: (string | number | null)[]): string =>
  hash("sha256", JSON.stringify(values), "base64url");
