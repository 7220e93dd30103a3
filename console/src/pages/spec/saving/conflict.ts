import { ApiError } from "../../../../../client/src/errors.ts";
import type { Typed } from "./typed.ts";

/** A conflicting field with its common base. */
export interface Conflict {
  field: keyof Typed;
  /** Null if the service omitted it because of its size. */
  base: string | null;
  yours: string;
  current: string;
  revision: number;
}

/** Returns an error's conflict; null for any other error. */
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
