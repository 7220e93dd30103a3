import { unavailable } from "../../dispatch/serialized-error.ts";
import { ApiError } from "../../errors.ts";

/** The most uploads of one credential and of all at once; each takes less than a megabyte of memory. */
const mostOfCredential = 24;
const mostOfAll = 64;

/** Returns a function that takes a place for an upload (429, 503), and returns what gives it back. */
export function uploadRoom(): (credentialId: string) => () => void {
  const ofCredential = new Map<string, number>();
  let ofAll = 0;
  const count = (credentialId: string, by: number) => {
    const now = (ofCredential.get(credentialId) ?? 0) + by;
    if (now > 0) ofCredential.set(credentialId, now);
    else ofCredential.delete(credentialId);
    ofAll += by;
  };
  return (credentialId) => {
    if (ofAll >= mostOfAll) throw unavailable("too many uploads at once");
    if ((ofCredential.get(credentialId) ?? 0) >= mostOfCredential)
      throw new ApiError(
        "rate_limited",
        `This credential has ${mostOfCredential} uploads under way. Wait until one of them has ended, then repeat.`,
        undefined,
        { "retry-after": "2" },
      );
    count(credentialId, 1);
    return () => count(credentialId, -1);
  };
}
