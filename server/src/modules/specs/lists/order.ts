import type { SpecSort } from "@groundplan/contract";
import type { SpecRow } from "../access.ts";

/** A row as lists order it. */
export type Ordered = Pick<SpecRow, "id" | "position" | "priority" | "due_date" | "updated_at">;

/** A place in a list: the part, the value that orders it, and the spec's id. */
export type Place = [part: number, value: string | number, id: string];

/**
 * The order of a list. Its parts follow each other; in each, rows are ordered by the value and then by id, both
 * in the same direction.
 */
export interface Order {
  /** The column of the value; `id` for the order of creation. Of a due date, the latest change follows it. */
  column: "id" | "position" | "due_date" | "updated_at";
  descending: boolean;
  /** Priorities in their order; without them there are two parts if specs without a value come last. */
  priorities?: readonly number[];
}

const orders: Record<SpecSort | "position", Order> = {
  position: { column: "position", descending: false },
  updated: { column: "updated_at", descending: true },
  "-updated": { column: "updated_at", descending: false },
  created: { column: "id", descending: true },
  "-created": { column: "id", descending: false },
  due: { column: "due_date", descending: false },
  "-due": { column: "due_date", descending: true },
  priority: { column: "updated_at", descending: true, priorities: [1, 2, 3, 4, 0] },
  "-priority": { column: "updated_at", descending: true, priorities: [4, 3, 2, 1, 0] },
};

export const orderOf = (sort: SpecSort | "position"): Order => orders[sort];

/** Returns the number of an order's parts. */
export const partsOf = ({ column, priorities }: Order): number =>
  priorities?.length ?? (column === "due_date" ? 2 : 1);

export function placeOf({ column, priorities }: Order, row: Ordered): Place {
  const part = priorities
    ? priorities.indexOf(row.priority)
    : column === "due_date" && row.due_date === null
      ? 1
      : 0;
  if (column === "due_date") return [part, part === 1 ? row.id : `${row.due_date} ${row.updated_at}`, row.id];
  return [part, row[column], row.id];
}

/** Compares two places of an order. */
export function comparePlaces({ descending }: Order, one: Place, other: Place): number {
  if (one[0] !== other[0]) return one[0] - other[0];
  const [a, b] = one[1] === other[1] ? [one[2], other[2]] : [one[1], other[1]];
  const difference = a === b ? 0 : a < b ? -1 : 1;
  return descending ? -difference : difference;
}
