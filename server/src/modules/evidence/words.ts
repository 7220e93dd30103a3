import { hash } from "node:crypto";
import { foldSpace } from "@groundplan/contract";

/** Returns the hash of a text with white space folded: equal words of criteria share their evidence. */
export const wordsHash = (text: string): string => hash("sha256", foldSpace(text), "base64url").slice(0, 22);
