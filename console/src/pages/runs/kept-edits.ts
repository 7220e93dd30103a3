import type { Edits, SpecEdit } from "./accept-specs.ts";

interface Of {
  userId: string;
  suggestionId: string;
}

const keyOf = ({ userId, suggestionId }: Of) => `groundplan review ${userId} ${suggestionId}`;

/** Returns the changes of proposed specs that this browser keeps. */
export const keptEdits = (of: Of): Edits => new Map(stored("localStorage", of) as [string, SpecEdit][]);

/** Keeps changes over a reload. Returns false if the browser stores nothing. */
export const keepEdits = (of: Of, edits: Edits): boolean => store("localStorage", of, [...edits]);

/** Returns the refs of the proposed specs that are unticked in this tab. */
export const keptLeft = (of: Of): ReadonlySet<string> => new Set(stored("sessionStorage", of) as string[]);

/** Keeps over a reload which proposed specs are unticked. */
export const keepLeft = (of: Of, left: ReadonlySet<string>): boolean =>
  store("sessionStorage", of, [...left]);

type Kind = "localStorage" | "sessionStorage";

function stored(kind: Kind, of: Of): unknown[] {
  try {
    const list: unknown = JSON.parse(globalThis[kind].getItem(keyOf(of)) ?? "[]");
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

function store(kind: Kind, of: Of, list: readonly unknown[]): boolean {
  try {
    if (list.length === 0) globalThis[kind].removeItem(keyOf(of));
    else globalThis[kind].setItem(keyOf(of), JSON.stringify(list));
    return true;
  } catch {
    return false;
  }
}
