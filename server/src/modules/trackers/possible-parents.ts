import type { ExternalRef, Parent, Placement } from "./tracker.ts";

/** Returns the direct parent; null at the top level. */
export const directParent = (parent: Parent | null): ExternalRef | null =>
  parent?.items.at(-1) ?? parent?.container ?? null;

/** Returns the distinct parents that a push may have set. */
export function possibleParentRefs({ possibleParents }: Pick<Placement, "possibleParents">): ExternalRef[] {
  const parents = (possibleParents ?? []).map(directParent).filter((one) => one !== null);
  return [...new Map(parents.map((one) => [one.id, one])).values()];
}

/** Returns true if a push may have left it without a parent. */
export const mayLieUnderNothing = ({ possibleParents }: Pick<Placement, "possibleParents">) =>
  (possibleParents ?? []).some((parent) => directParent(parent) === null);
