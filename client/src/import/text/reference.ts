import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** Code points per reference. */
const longest = 200;

/** Returns a reference that the service takes: an overlong or invalid one is cut and gets a hash. */
export function fitReference(whole: string): string {
  const clean = whole.toWellFormed().replace(/\p{Cc}/gu, "\uFFFD");
  const characters = [...clean];
  if (clean === whole && characters.length <= longest) return whole;
  return `${characters.slice(0, longest - 9).join("")}~${bytesToHex(sha256(utf8ToBytes(whole))).slice(0, 8)}`;
}
