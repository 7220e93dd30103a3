import type { Edits } from "./accept-specs.ts";

interface Of {
  userId: string;
  suggestionId: string;
}

const keyOf = ({ userId, suggestionId }: Of) => `groundplan review ${userId} ${suggestionId}`;

/** Returns the changes of proposed specs that this browser keeps. */
export function keptEdits(of: Of): Edits {
  try {
    return new Map(JSON.parse(localStorage.getItem(keyOf(of)) ?? "[]"));
  } catch {
    return new Map();
  }
}

/** Keeps changes over a reload. Returns false if the browser stores nothing. */
export function keepEdits(of: Of, edits: Edits): boolean {
  try {
    if (edits.size === 0) localStorage.removeItem(keyOf(of));
    else localStorage.setItem(keyOf(of), JSON.stringify([...edits]));
    return true;
  } catch {
    return false;
  }
}
