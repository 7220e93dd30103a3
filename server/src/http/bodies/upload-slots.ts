import { unavailable } from "../../dispatch/serialized-error.ts";
import { ApiError } from "../../errors.ts";

/** Concurrent uploads per credential and in total, each below a megabyte of memory. */
const mostOfCredential = 24;
const mostOfAll = 64;

/** Returns a function that takes an upload slot (429, 503) and returns its release. */
export function uploadSlots(): (credentialId: string) => () => void {
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
