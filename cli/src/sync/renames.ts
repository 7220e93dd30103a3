import { nameOf } from "../../../client/src/import/paths.ts";
import type { State } from "./state.ts";

type Files = ReadonlyMap<string, Buffer>;

/** Comparisons of changed files with each other, of which many folders at once would need millions. */
const mostComparisons = 10_000;

/** Returns the new paths of files that have another path on the other side, with the same bytes. */
function movesIn(base: Files, side: Files): Map<string, string> {
  const come = new Map(
    [...side].flatMap(([path, bytes]) => (base.has(path) ? [] : [[bytes.toString("latin1"), path]])),
  );
  const moves = new Map<string, string>();
  for (const [path, bytes] of base) {
    const key = bytes.toString("latin1");
    const found = side.has(path) ? undefined : come.get(key);
    if (found !== undefined && come.delete(key)) moves.set(path, found);
  }
  return moves;
}

/**
 * Returns the new paths of files that one side renamed since the last sync, by their old ones: those with the same
 * bytes, or with the same name or most lines in common.
 */
function renamesIn(base: Files, side: Files): Map<string, string> {
  const renames = movesIn(base, side);
  const found = new Set(renames.values());
  const gone = [...base].filter(([path]) => !side.has(path) && !renames.has(path));
  const come = new Map([...side].filter(([path]) => !base.has(path) && !found.has(path)));
  const lines = new Map([...come].map(([path, bytes]) => [path, linesOf(bytes)]));
  const likest = (path: string, bytes: Buffer) => {
    const own = linesOf(bytes);
    const shares = [...come.keys()].map((other) => ({
      other,
      share: shareOf(own, lines.get(other) ?? new Set()),
      isNamesake: nameOf(other) === nameOf(path),
    }));
    const alike = shares.filter(({ share, isNamesake }) => share > (isNamesake ? 0.2 : 0.5));
    return alike.toSorted((a, b) => b.share - a.share)[0]?.other;
  };
  if (gone.length * come.size > mostComparisons) return renames;
  for (const [path, bytes] of gone) {
    const to = likest(path, bytes);
    if (to !== undefined && come.delete(to)) renames.set(path, to);
  }
  return renames;
}

/**
 * Follows the renames of both sides, so that each file is merged under its new path; a file that both sides renamed
 * gets Groundplan's. `move` renames in the folder, and returns false if somebody wrote there meanwhile.
 */
export async function followRenames(
  base: State,
  local: Map<string, Buffer>,
  remote: Map<string, Buffer>,
  move: (from: string, to: string, bytes: Buffer) => Promise<boolean>,
): Promise<void> {
  // A first sync knows of no earlier names, and likeness alone would make one file of two.
  const here = base.size > 0 ? renamesIn(base, local) : movesIn(remote, local);
  const there = renamesIn(base, remote);
  for (const [from, to] of here) {
    if (there.has(from) || remote.has(to) || !remote.has(from)) continue;
    rename(base, from, to);
    rename(remote, from, to);
  }
  for (const [from, to] of there) {
    const at = here.get(from) ?? from;
    const bytes = local.get(at);
    if (at === to) rename(base, from, to);
    if (at === to || local.has(to) || !bytes || (at === from && base.get(from)?.equals(bytes))) continue;
    if (!(await move(at, to, bytes))) continue;
    rename(base, from, to);
    rename(local, at, to);
  }
}

function rename(files: Map<string, Buffer>, from: string, to: string): void {
  const bytes = files.get(from);
  if (bytes) files.set(to, bytes);
  files.delete(from);
}

const linesOf = (bytes: Buffer) => new Set(bytes.toString().match(/^.*\S.*$/gmu));

/** Returns how much of the larger of two files is in the other. */
function shareOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const line of a) if (b.has(line)) common++;
  return common / Math.max(1, a.size, b.size);
}
