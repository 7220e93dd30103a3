import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "../../../storage/dialect.ts";
import type { SpecFilter } from "./filter.ts";
import { comparePlaces, type Order, type Place, partsOf } from "./order.ts";
import { type Range, rangesOf } from "./ranges.ts";

/** Rows read on of one range at once. */
const atOnce = 400;

interface Found {
  id: string;
  value: string | number;
}

/** A range that is walked, with rows that were read of it. */
interface Walked {
  range: Range;
  rows: Place[];
  /** True if no rows follow those that were read. */
  isRead: boolean;
}

/**
 * Yields specs of a workspace in a list's order after a place: all of the filter's, and others where no index
 * holds them apart. Reads little more than is consumed; `first` is the number that a page wants.
 */
export async function* walkSpecs(
  db: Db,
  workspaceId: string,
  filter: SpecFilter,
  { order, after, first }: { order: Order; after: Place | null; first: number },
): AsyncGenerator<Place> {
  for (let part = after?.[0] ?? 0; part < partsOf(order); part++) {
    const { ranges } = rangesOf(filter, order, part);
    const from = after?.[0] === part ? after : null;
    const read = (own: readonly Range[], place: Place | null, limit: number) =>
      readRanges(db, workspaceId, own, { order, part, after: place, limit });
    const walked = await startOf(ranges, first, read, from);
    for (;;) {
      const next = nextOf(order, walked);
      const place = next?.rows.shift();
      if (!next || !place) break;
      yield place;
      if (next.rows.length > 0 || next.isRead) continue;
      const [rows = []] = await read([next.range], place, atOnce);
      next.rows = rows;
      next.isRead = rows.length < atOnce;
    }
  }
}

/** Reads the first rows of all ranges in one query. */
async function startOf(
  ranges: readonly Range[],
  limit: number,
  read: (ranges: readonly Range[], after: Place | null, limit: number) => Promise<Place[][]>,
  after: Place | null,
): Promise<Walked[]> {
  if (ranges.length === 0) return [];
  const found = await read(ranges, after, limit);
  return ranges.map((range, index) => {
    const rows = found[index] ?? [];
    return { range, rows, isRead: rows.length < limit };
  });
}

/** Returns the range whose next row comes first. */
function nextOf(order: Order, walked: readonly Walked[]): Walked | undefined {
  let next: Walked | undefined;
  for (const one of walked) {
    const [own] = one.rows;
    const [first] = next?.rows ?? [];
    if (own && (!first || comparePlaces(order, own, first) < 0)) next = one;
  }
  return next;
}

interface Reading {
  order: Order;
  part: number;
  after: Place | null;
  limit: number;
}

/** Reads rows of each range after a place, in order. */
async function readRanges(
  db: Db,
  workspaceId: string,
  ranges: readonly Range[],
  { order: { column, descending }, part, after, limit }: Reading,
): Promise<Place[][]> {
  const value = sql.ref(column === "due_date" && part === 1 ? "id" : column);
  const direction = descending ? sql`desc` : sql`asc`;
  const isAfter = (place: Place): RawBuilder<SqlBool> =>
    descending
      ? sql<SqlBool>`(${value}, id) < (${place[1]}, ${place[2]})`
      : sql<SqlBool>`(${value}, id) > (${place[1]}, ${place[2]})`;
  const selects = ranges.map(
    (range, index) => sql`select * from (select ${sql.lit(index)} as range, id, ${value} as value from specs
      where workspace_id = ${workspaceId} and ${range} ${after ? sql`and ${isAfter(after)}` : sql``}
      order by ${value} ${direction}, id ${direction} limit ${limit}) as r${sql.lit(index)}`,
  );
  const { rows } = await sql<Found & { range: number }>`${sql.join(selects, sql` union all `)}`.execute(db);
  const found: Place[][] = ranges.map(() => []);
  for (const { range, id, value: own } of rows) found[range]?.push([part, own, id]);
  return found;
}
