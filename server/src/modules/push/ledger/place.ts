import type { ExternalRef, Parent } from "../../trackers/tracker.ts";
import type { ItemRow } from "./ledger.ts";
import type { StepRow } from "./pushes.ts";

/** Returns the ids of what a step's thing lies under, the outermost first. */
export const pathOf = ({ path }: Pick<StepRow, "path">): string[] =>
  path === null ? [] : (JSON.parse(path) as string[]);

/** Returns the tracker's references for such a path. Those without an issue yet are left out. */
export function parentOf(
  [first, ...rest]: readonly string[],
  externals: ReadonlyMap<string, ExternalRef>,
): Parent {
  const container = externals.get(first ?? "") ?? null;
  return { container, items: rest.flatMap((id) => externals.get(id) ?? []) };
}

/** Returns a path in the ledger's form: its ids with spaces between them; "" for nothing. */
export const placeOf = (path: readonly string[]): string => path.join(" ");

/** Returns the ids of a path in the ledger's form. */
export const idsOfPlace = (place: string): string[] => (place === "" ? [] : place.split(" "));

/** Returns the id that a thing lies right under; null for nothing. */
export const directParent = (place: string | null): string | null => idsOfPlace(place ?? "").at(-1) ?? null;

type Held = Pick<ItemRow, "possible_parents"> | undefined;

/**
 * Returns the places in which pushes may have left a thing: one, or more while some calls were not answered. A thing
 * without a row lies under nothing. Returns null where nobody knows.
 */
export function possiblePlaces(item: Held): string[] | null {
  if (item === undefined) return [""];
  return item.possible_parents === null ? null : (JSON.parse(item.possible_parents) as string[]);
}

/** Returns these places and one more, which a call may put the thing into. */
export function withPossiblePlace(item: Held, place: string): string | null {
  const held = possiblePlaces(item);
  return held && JSON.stringify([...new Set([...held, place])]);
}
