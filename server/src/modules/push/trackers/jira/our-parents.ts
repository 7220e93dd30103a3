import type { External, Placement } from "../tracker.ts";
import { placeProperty } from "./fetch.ts";
import { type Fields, partOf, textOrNull } from "./read.ts";

/**
 * Notes on an issue what a push puts it under, in the call that does. The ledger knows the spec above it only, which
 * is not its parent in Jira where that has too few levels, and may have moved since.
 */
export const noteOf = (parent: External | null) => ({
  key: placeProperty,
  value: { under: parent?.id ?? null },
});

/** Ids of what pushes put it under, by the note and the ledger; null for nothing. */
export function ourParents(issue: Fields, { before, maybe }: Placement): (string | null)[] {
  const note = partOf(partOf(issue, "properties"), placeProperty);
  const known = [before, maybe].flatMap((parent) => parent?.id ?? []);
  if ("under" in note) return [textOrNull(note, "under"), ...known];
  return before ? known : [null, ...known];
}

export const parentOf = (issue: Fields): string | null =>
  textOrNull(partOf(partOf(issue, "fields"), "parent"), "id");
