import type { External, Parent, Placement } from "./tracker.ts";

/** What something lies right under; null for under nothing. */
export const directParent = (parent: Parent | null): External | null =>
  parent?.items.at(-1) ?? parent?.container ?? null;

/** What a push put it right under, or may have, each once. */
export function heldParents({ held }: Pick<Placement, "held">): External[] {
  const parents = (held ?? []).map(directParent).filter((one) => one !== null);
  return [...new Map(parents.map((one) => [one.id, one])).values()];
}

/** What lies under nothing is where a push may have left it. */
export const heldUnderNothing = ({ held }: Pick<Placement, "held">) =>
  (held ?? []).some((parent) => directParent(parent) === null);
