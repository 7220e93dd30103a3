import type { ExternalRef, Parent } from "../../trackers/tracker.ts";
import type { ItemRow } from "./ledger.ts";
import type { StepRow } from "./pushes.ts";

/** Returns the ids of a step's ancestors, outermost first. */
export const pathOf = ({ path }: Pick<StepRow, "path">): string[] =>
  path === null ? [] : (JSON.parse(path) as string[]);

/** Returns the tracker's references for a path, without missing issues. */
export function parentOf(
  [first, ...rest]: readonly string[],
  externals: ReadonlyMap<string, ExternalRef>,
): Parent {
  const container = externals.get(first ?? "") ?? null;
  return { container, items: rest.flatMap((id) => externals.get(id) ?? []) };
}

/** Joins ids by spaces; "" at the top level. */
export const parentKeyOf = (path: readonly string[]): string => path.join(" ");

export const idsOfParentKey = (parentKey: string): string[] => (parentKey === "" ? [] : parentKey.split(" "));

export const directParent = (parentKey: string | null): string | null =>
  idsOfParentKey(parentKey ?? "").at(-1) ?? null;

type Held = Pick<ItemRow, "possible_parents"> | undefined;

/**
 * Returns several places if calls were unanswered, null if unknown. An item without a row is at the top
 * level.
 */
export function possibleParentKeys(item: Held): string[] | null {
  if (item === undefined) return [""];
  return item.possible_parents === null ? null : (JSON.parse(item.possible_parents) as string[]);
}

export function withPossibleParentKey(item: Held, parentKey: string): string | null {
  const held = possibleParentKeys(item);
  return held && JSON.stringify([...new Set([...held, parentKey])]);
}
