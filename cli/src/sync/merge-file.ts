import { diffArrays } from "diff";
import { mergeOpen } from "../../../server/src/revisions/merge-open.ts";

/** A file's bytes; null if it isn't there. */
export type Bytes = Buffer | null;

/** The versions of a file: at the last sync of this folder, in the folder, and in Groundplan. */
export interface Versions {
  base: Bytes;
  local: Bytes;
  remote: Bytes;
}

/** The merge of a file. */
export interface MergedFile {
  /** What the folder gets. */
  merged: Bytes;
  /** What Groundplan gets: the same, but for conflicts, where it keeps its own. */
  sent: Bytes;
  /** The base of the next merge, which keeps the old lines of conflicts. */
  base: Bytes;
  /** The first lines of conflicts, from 1; 0 for the whole file. */
  conflicts: number[];
}

const isSame = (a: Bytes, b: Bytes) => a === b || (a !== null && b !== null && a.equals(b));

/**
 * Merges a file by lines. Where both sides changed the same lines, the folder's stay and are told. Without an
 * earlier sync, lines that only one side has are its additions. A file that one side removed goes only if the
 * other left it as it was.
 */
export function mergeFile({ base, local, remote }: Versions): MergedFile {
  const settled = (merged: Bytes, next: Bytes): MergedFile => ({
    merged,
    sent: merged,
    base: next,
    conflicts: [],
  });
  if (isSame(local, remote)) return settled(local, local);
  if (isSame(local, base)) return settled(remote, remote);
  if (isSame(remote, base)) return settled(local, base);
  if (local === null) return settled(remote, remote);
  const whole = { merged: local, sent: remote ?? local, base, conflicts: [0] };
  const [before = null, here = null, there = null] = [base, local, remote].map(textOf);
  if (here === null || there === null) return whole;
  const common = before ?? commonLines(here, there);
  const merge = mergeOpen(common, here, there, "keep");
  const sent = mergeOpen(common, here, there, "theirs");
  if (!merge || !sent) return whole;
  const results = [merge.merged, sent.merged].map((text) => Buffer.from(text));
  if (isJson(local) && !results.every(isJson)) return whole;
  const [merged = local, theirs = local] = results;
  const conflicts = merge.open.map(({ line }) => line);
  return { merged, sent: theirs, base: Buffer.from(merge.base), conflicts };
}

/** Returns a text as it is if it is UTF-8; null otherwise. */
export function textOf(bytes: Bytes): string | null {
  if (bytes === null) return null;
  const text = bytes.toString();
  return Buffer.from(text).equals(bytes) ? text : null;
}

/** Returns the lines that both texts have, in their order. */
function commonLines(a: string, b: string): string {
  const common: string[] = [];
  for (const { added, removed, value } of diffArrays(a.split("\n"), b.split("\n")))
    if (!added && !removed) common.push(...value);
  return common.join("\n");
}

/** Tests for JSON, or a value of JSON a line, which a merge by lines can break. */
function isJson(bytes: Buffer): boolean {
  const text = bytes.toString();
  const parses = (json: string) => {
    try {
      JSON.parse(json);
      return true;
    } catch {
      return false;
    }
  };
  return parses(text) || text.split("\n").every((line) => line.trim() === "" || parses(line));
}
