import type { ExternalRef, Parent, Placement } from "./tracker.ts";

export const directParent = (parent: Parent | null): ExternalRef | null =>
  parent?.items.at(-1) ?? parent?.container ?? null;

export function possibleParentRefs({ possibleParents }: Pick<Placement, "possibleParents">): ExternalRef[] {
  const parents = (possibleParents ?? []).map(directParent).filter((one) => one !== null);
  return [...new Map(parents.map((one) => [one.id, one])).values()];
}

export const mayLieUnderNothing = ({ possibleParents }: Pick<Placement, "possibleParents">) =>
  (possibleParents ?? []).some((parent) => directParent(parent) === null);
