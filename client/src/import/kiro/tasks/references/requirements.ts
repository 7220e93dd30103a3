import type { KnownRequirement } from "../types.ts";
import { compare, readId } from "./requirement-id.ts";

/**
 * A requirement, or one of its criteria by index: null for the whole, `unknownCriterion` for a missing one.
 */
export interface NamedCriterion {
  requirement: number;
  criterion: number | null;
}

const unknownCriterion = -1;

interface Entry extends NamedCriterion {
  kind: string;
  parts: readonly number[];
}

/** Looks up requirements by number. */
export interface RequirementIndex {
  all: readonly NamedCriterion[];
  /** `isPart` is true if only the requirement of a criterion is known. */
  find(text: string): { named: NamedCriterion; isPart: boolean } | null;
  /** Returns an inclusive range; null if empty. `isPart` is true if an end is unknown. */
  between(from: string, to: string): { named: readonly NamedCriterion[]; isPart: boolean } | null;
}

/**
 * Builds the index. A number without letters means `R`, or the only other kind that has it: `1.2` is `US1.2`
 * if a folder has user stories only.
 */
export function indexRequirements(requirements: readonly KnownRequirement[]): RequirementIndex {
  const byId = new Map<string, Entry>();
  const byNumber = new Map<string, Entry | null>();
  const entries: Entry[] = [];
  const add = (text: string, named: NamedCriterion) => {
    const read = readId(text);
    if (read === null || byId.has(read.id)) return;
    const entry = { ...named, kind: read.kind, parts: read.parts };
    const number = read.id.slice(read.kind.length);
    byId.set(read.id, entry);
    byNumber.set(number, byNumber.has(number) ? null : entry);
    entries.push(entry);
  };
  for (const [requirement, { number }] of requirements.entries())
    add(number, { requirement, criterion: null });
  for (const [requirement, { criteria }] of requirements.entries())
    for (const [criterion, { id }] of criteria.entries()) add(id, { requirement, criterion });

  const look = (text: string): Entry | null => {
    const read = readId(text);
    if (read === null) return null;
    return byId.get(read.id) ?? (read.kind === "" ? (byNumber.get(read.id) ?? null) : null);
  };
  return {
    all: requirements.map((_, requirement) => ({ requirement, criterion: null })),
    find(text) {
      const found = look(text);
      if (found) return { named: found, isPart: false };
      const above = look(text.replace(/[.．-]\p{Nd}+[a-z]?\.?$/iu, ""));
      if (above === null || above.criterion !== null) return null;
      return { named: { requirement: above.requirement, criterion: unknownCriterion }, isPart: true };
    },
    between(from, to) {
      const first = readId(from);
      const isShort = first !== null && first.parts.length > 1 && /^\p{Nd}+$/u.test(to);
      const end = isShort ? from.replace(/\p{Nd}+$/u, to) : to;
      const last = readId(end);
      if (first === null || last === null || first.parts.length !== last.parts.length) return null;
      const kind = (look(from) ?? look(end) ?? first).kind;
      const named = entries.filter(
        ({ parts, ...entry }) =>
          entry.kind === kind &&
          parts.length === first.parts.length &&
          compare(parts, first.parts) >= 0 &&
          compare(parts, last.parts) <= 0,
      );
      return named.length === 0
        ? null
        : {
            named,
            isPart: look(from) === null || look(isShort ? from.replace(/\p{Nd}+$/u, to) : to) === null,
          };
    },
  };
}
