import type { ItemRow } from "./ledger.ts";
import type { StepRow } from "./runs.ts";
import type { External, Parent } from "./trackers/tracker.ts";

/** Ids of what a step's thing lies under, the outermost first. */
export const pathOf = ({ path }: StepRow): string[] => (path === null ? [] : (JSON.parse(path) as string[]));

/** The same as the tracker knows them: what is not there yet is left out. */
export function parentOf(
  [first, ...rest]: readonly string[],
  externals: ReadonlyMap<string, External>,
): Parent {
  const container = externals.get(first ?? "") ?? null;
  return { container, items: rest.flatMap((id) => externals.get(id) ?? []) };
}

/** A place as the ledger keeps it: ids of what a thing lies under, the outermost first; "" for nothing. */
export const placeOf = (path: readonly string[]): string => path.join(" ");

/** The nearest one that a place names. */
export const directParent = (place: string | null): string | null => place?.split(" ").at(-1) || null;

type Held = Pick<ItemRow, "held"> | undefined;

/**
 * The places in which pushes may have left a thing: one, and more while it is not known which calls were carried out.
 * What has no row lies under nothing; null where nobody knows.
 */
export function heldPlaces(item: Held): string[] | null {
  if (item === undefined) return [""];
  return item.held === null ? null : (JSON.parse(item.held) as string[]);
}

/** The same once a call may put it into another one. */
export function holdingToo(item: Held, place: string): string | null {
  const held = heldPlaces(item);
  return held && JSON.stringify([...new Set([...held, place])]);
}
