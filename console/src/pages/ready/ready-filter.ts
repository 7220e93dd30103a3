import type { NextSpec } from "@groundplan/contract";

export interface ReadyFilter {
  q?: string | undefined;
  project?: string | undefined;
  /** Only specs not started. */
  todo?: true | undefined;
  /** Only specs whose readiness is at least Ready. */
  ready?: true | undefined;
}

const flagOf = (value: unknown) => (value === true || value === "true" ? true : undefined);
const textOf = (value: unknown) => (value === undefined || value === "" ? undefined : String(value));

/** Parses a filter, ignoring unknown values. */
export const readyFilterOf = ({ q, project, todo, ready }: Record<string, unknown>): ReadyFilter => ({
  q: textOf(q),
  project: textOf(project),
  todo: flagOf(todo),
  ready: flagOf(ready),
});

/** The lowest grade that counts as Ready. */
const readyFrom = 4;

/** Every word must occur in the title or handles. */
export function filterNext(specs: readonly NextSpec[], { q = "", todo, ready }: ReadyFilter): NextSpec[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return specs.filter(
    ({ title, planShortId, specShortId, status, readiness }) =>
      (!todo || status === "TODO") &&
      (!ready || (readiness ?? 0) >= readyFrom) &&
      words.every((word) => `${title} ${planShortId} ${specShortId}`.toLowerCase().includes(word)),
  );
}
