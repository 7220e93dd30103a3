import type { ExportNote } from "@groundplan/contract";
import type { Item } from "./items.ts";
import type { Field } from "./kept-format.ts";
import type { Conflicts } from "./line-edits.ts";

export interface KeepOptions {
  conflicts: Conflicts;
  /** What happens to imported specs that the files no longer have. */
  vanished: "add" | "leave_out";
}

/** How to edit files, and where to tell what is left. */
export interface Editing {
  conflicts: Conflicts;
  notes: ExportNote[];
}

export const noPlaceFor = ({ place, handle }: Item, field: Field): ExportNote => ({
  path: place.path,
  handle,
  text: `The file has no place for its ${field}, which changed since the import.`,
});

export const goneWithAnother = ({ place: { path }, handle }: Item): ExportNote => ({
  path,
  handle,
  text: "It stands inside a part of the file whose spec was deleted here, and is left out with it.",
});

/** Returns notes of the lines that couldn't be changed. */
export function leftNotes(
  { place: { path }, handle }: Item,
  { lost, open }: { lost: string[]; open: number },
): ExportNote[] {
  const lines = lost.join(" / ").slice(0, 500);
  const parts = open === 1 ? "A part of its text differs" : `${open} parts of its text differ`;
  return [
    ...(lost.length > 0 ? [`The file has no place for these lines: ${lines}`] : []),
    ...(open > 0 ? [`${parts} here and in the file.`] : []),
  ].map((text) => ({ path, handle, text }));
}
