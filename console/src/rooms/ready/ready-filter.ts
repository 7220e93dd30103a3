import type { NextSpec } from "@groundplan/contract";

/** This is what narrows what is ready to work on, as the address has it. */
export interface ReadyFilter {
  q?: string | undefined;
  project?: string | undefined;
  /** Only what nobody has begun. */
  todo?: true | undefined;
  /** Only what is Ready by its readiness, too. */
  ready?: true | undefined;
}

const flagOf = (value: unknown) => (value === true || value === "true" ? true : undefined);
const textOf = (value: unknown) => (value === undefined || value === "" ? undefined : String(value));

/** Reads the filter of an address; what it does not know is left out. */
export const readyFilterOf = ({ q, project, todo, ready }: Record<string, unknown>): ReadyFilter => ({
  q: textOf(q),
  project: textOf(project),
  todo: flagOf(todo),
  ready: flagOf(ready),
});

/** A spec of this grade or more is Ready. */
const readyFrom = 4;

/** Returns the specs that a filter leaves; all of its words have to be in the title or handles. */
export function filterNext(specs: readonly NextSpec[], { q = "", todo, ready }: ReadyFilter): NextSpec[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return specs.filter(
    ({ title, planShortId, specShortId, status, readiness }) =>
      (!todo || status === "TODO") &&
      (!ready || (readiness ?? 0) >= readyFrom) &&
      words.every((word) => `${title} ${planShortId} ${specShortId}`.toLowerCase().includes(word)),
  );
}
