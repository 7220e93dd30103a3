import type { Evidence, SpecWithCriteria } from "@groundplan/contract";

export type Criterion = SpecWithCriteria["acceptanceCriteria"][number];

export const resultWords: Readonly<Record<Evidence["result"], string>> = {
  passed: "Passed",
  failed: "Failed",
  not_run: "Not run",
};

export const trustWords: Readonly<Record<Evidence["trust"], string>> = {
  told: "on the author's word",
  other: "from somebody who didn't build it",
  person: "from a person",
};

/** Returns a criterion's label, or else its number from 1. */
export const labelOf = ({ id }: { id: string | null }, number: number): string => id ?? String(number);

const folded = (text: string) => text.replace(/\s+/g, " ").trim();

/** Returns the newest evidence for a criterion's words; `all` are newest first. */
export const evidenceOf = (all: readonly Evidence[], { text }: Criterion): Evidence | undefined =>
  all.find(({ valid, criterion }) => valid && folded(criterion.text) === folded(text));
