import { ApiError } from "../../../../client/src/errors.ts";
import type { Typed } from "./typed.ts";

/** A text that two people changed in the same place, with the one that both began from. */
export interface Conflict {
  field: keyof Typed;
  /** Null where the service left it out, since it was too long. */
  base: string | null;
  yours: string;
  current: string;
  revision: number;
}

/** Reads the conflict of a refusal; null where the refusal is about something else. */
export function conflictOf(error: unknown, sent: Typed): Conflict | null {
  if (!(error instanceof ApiError) || error.code !== "revision_conflict") return null;
  const details = (error.details ?? {}) as {
    revision?: unknown;
    base?: unknown;
    yours?: unknown;
    current?: unknown;
  };
  const { revision, base, current } = details;
  if (typeof revision !== "number" || typeof current !== "string") return null;
  const field = details.yours === sent.content ? "content" : "title";
  return { field, base: typeof base === "string" ? base : null, yours: sent[field], current, revision };
}
