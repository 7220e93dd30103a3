import { diffArrays } from "diff";

/** What to write where a line differs here and in the file since the last import. */
export type Conflicts = "here" | "file" | "markers";

/** Replaces `remove` lines from `at` on by `insert`. */
export interface LineEdit {
  at: number;
  remove: number;
  insert: readonly string[];
  /** True for an insertion that belongs to the line above. */
  isBehind?: boolean;
}

interface Texts {
  /** As last imported. */
  base: readonly string[];
  here: readonly string[];
  /** The lines of the file, which an import may have indented otherwise or written in other words. */
  file: readonly string[];
}

interface Edited {
  edits: LineEdit[];
  /** Lines from here that have no place in the file, since the import made the lines that they change. */
  lost: string[];
  /** Number of places where the file's lines stayed or stand beside ours. */
  open: number;
}

interface Change {
  from: number;
  to: number;
  lines: string[];
}

/**
 * Returns the edits that bring the changes from `base` to `here` into the file. Its other lines stay as they
 * are: lines are compared without the white space around them, and new ones are indented like their neighbours.
 */
export function lineEdits({ base, here, file }: Texts, conflicts: Conflicts): Edited {
  const placeOf = placesIn(base, file);
  const taken = new Set(placeOf.filter((place) => place !== null));
  const result: Edited = { edits: [], lost: [], open: 0 };
  for (const { from, to, lines } of changesOf(base, here)) {
    const before = lastPlace(placeOf, from);
    const after = placeOf.slice(to).find((place) => place !== null) ?? file.length;
    const own = placeOf.slice(from, to);
    const isWhole = base.slice(from, to).every((line, index) => line.trim() === "" || own[index] !== null);
    const indent = indentAt(placeOf, base, file, from);
    const insert = lines.map((line) => (line.trim() === "" ? line : indent + line));
    const others = range(before + 1, after).filter(
      (index) => !taken.has(index) && file[index]?.trim() !== "",
    );
    // The file may have got the lines by an earlier export that has not been imported since.
    if (from === to && isSame(filled(insert), filled(others.map((index) => file[index] ?? "")))) continue;
    const isRemoval = insert.every((line) => line.trim() === "");
    if (isWhole) {
      const isBehind = before !== -1 && !isBelowOther(base, placeOf, from);
      const added = isBehind && from === to ? spaced(base, placeOf, from, insert) : insert;
      const edits = plainEdits(own, isBehind ? before + 1 : after, added);
      result.edits.push(...edits.map((edit) => ({ ...edit, isBehind })));
    } else if (isRemoval) {
      // Lines that only the import made are gone already.
      for (const at of own) if (at !== null) result.edits.push({ at, remove: 1, insert: [] });
    } else if (others.length === 0) {
      result.lost.push(...lines.filter((line) => line.trim() !== ""));
    } else if (conflicts === "file") {
      result.open++;
    } else {
      const first = Math.min(...others, ...own.filter((place) => place !== null));
      const last = Math.max(...others, ...own.filter((place) => place !== null));
      const theirs = file.slice(first, last + 1);
      if (conflicts === "markers") result.open++;
      const marked = ["<<<<<<< Groundplan", ...insert, "=======", ...theirs, ">>>>>>> file"];
      result.edits.push({
        at: first,
        remove: theirs.length,
        insert: conflicts === "markers" ? marked : insert,
      });
    }
  }
  return result;
}

const filled = (lines: readonly string[]) => lines.map((line) => line.trim()).filter(Boolean);

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length > 0 && one.join("\n") === other.join("\n");

/** Replaces lines that the file has one by one, since others may stand between them. */
function plainEdits(own: readonly (number | null)[], free: number, insert: readonly string[]): LineEdit[] {
  const removed = own.filter((place) => place !== null);
  const [first] = removed;
  if (first === undefined) return [{ at: free, remove: 0, insert }];
  return removed.map((at) => ({ at, remove: 1, insert: at === first ? insert : [] }));
}

/** Tests for a line above that the file has in other words, as a heading, and one below that the file has. */
function isBelowOther(base: readonly string[], placeOf: readonly (number | null)[], from: number): boolean {
  const isText = (index: number) => base[index]?.trim() !== "";
  const above = range(0, from).findLast(isText);
  const below = range(from, base.length).find(isText);
  return above !== undefined && placeOf[above] === null && below !== undefined && placeOf[below] !== null;
}

/** Takes the blank line above along, if the file has none there, instead of the one below. */
function spaced(
  base: readonly string[],
  placeOf: readonly (number | null)[],
  from: number,
  insert: readonly string[],
): readonly string[] {
  const isBlankAbove = base[from - 1]?.trim() === "" && placeOf[from - 1] === null;
  return isBlankAbove && insert.at(-1)?.trim() === "" ? ["", ...insert.slice(0, -1)] : insert;
}

/** Returns the file's line of each line of the base; null if it has none. */
function placesIn(base: readonly string[], file: readonly string[]): (number | null)[] {
  const places: (number | null)[] = base.map(() => null);
  let [inBase, inFile] = [0, 0];
  const trimmed = (lines: readonly string[]) => lines.map((line) => line.trim());
  for (const { added, removed, value } of diffArrays(trimmed(base), trimmed(file))) {
    if (!added && !removed) for (let n = 0; n < value.length; n++) places[inBase + n] = inFile + n;
    if (!added) inBase += value.length;
    if (!removed) inFile += value.length;
  }
  return places;
}

function changesOf(base: readonly string[], here: readonly string[]): Change[] {
  const changes: Change[] = [];
  let at = 0;
  let open: Change | null = null;
  for (const { added, removed, value } of diffArrays([...base], [...here])) {
    if (!added && !removed) {
      open = null;
      at += value.length;
      continue;
    }
    if (!open) {
      open = { from: at, to: at, lines: [] };
      changes.push(open);
    }
    if (added) open.lines.push(...value);
    else {
      at += value.length;
      open.to = at;
    }
  }
  return changes;
}

/** Returns the place of the last line above `from` that the file has; -1 if none. */
function lastPlace(places: readonly (number | null)[], from: number): number {
  for (let index = from - 1; index >= 0; index--) {
    const place = places[index];
    if (place !== null && place !== undefined) return place;
  }
  return -1;
}

/**
 * Returns the white space that the file has before a line and its neighbours, and the base does not. A list item, such
 * as a task, that had no further lines gets them below itself.
 */
function indentAt(
  places: readonly (number | null)[],
  base: readonly string[],
  file: readonly string[],
  from: number,
): string {
  const near = [...range(from, base.length), ...range(0, from).reverse()];
  for (const index of near) {
    const place = places[index];
    if (place === null || place === undefined || base[index]?.trim() === "") continue;
    const [inFile, inBase] = [indentOf(file[place] ?? ""), indentOf(base[index] ?? "")];
    return inFile.endsWith(inBase) ? inFile.slice(0, inFile.length - inBase.length) : "";
  }
  const [, item] = /^([ \t]*)[-*+] /.exec(file[0] ?? "") ?? [];
  return item === undefined ? "" : `${item}  `;
}

const indentOf = (line: string) => /^[ \t]*/.exec(line)?.[0] ?? "";

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
