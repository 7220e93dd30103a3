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
    const { ranges, of = "specs" } = rangesOf(filter, order, part);
    const from = after?.[0] === part ? after : null;
    const read = (own: readonly Range[], place: Place | null, limit: number) =>
      readRanges(db, workspaceId, own, { order, part, of, after: place, limit });
    const walked = await startOf(ranges, first, read, from);
    let last = "";
    for (;;) {
      const next = nextOf(order, walked);
      const place = next?.rows.shift();
      if (!next || !place) break;
      // Ranges of several labels, or days, can hold the same spec.
      if (place[2] !== last) yield place;
      last = place[2];
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
  of: "specs" | "spec_labels";
  after: Place | null;
  limit: number;
}

/** Reads rows of each range after a place, in order. */
async function readRanges(
  db: Db,
  workspaceId: string,
  ranges: readonly Range[],
  { order: { column, descending }, part, of, after, limit }: Reading,
): Promise<Place[][]> {
  const id = sql.ref(of === "specs" ? "id" : "spec_id");
  const isDue = column === "due_date" && part === 0;
  const values = isDue
    ? [sql.ref("due_date"), sql.ref("updated_at")]
    : [column === "due_date" || column === "id" ? id : sql.ref(column)];
  const direction = descending ? sql`desc` : sql`asc`;
  const place = sql.join([...values, id]);
  const isAfter = ([, value, spec]: Place): RawBuilder<SqlBool> => {
    const from = sql.join([...(isDue ? `${value} `.split(" ", 2) : [value]), spec]);
    return descending ? sql<SqlBool>`(${place}) < (${from})` : sql<SqlBool>`(${place}) > (${from})`;
  };
  const shown = isDue ? sql`due_date || ' ' || updated_at` : sql.join(values);
  const ordered = sql.join([...values, id].map((one) => sql`${one} ${direction}`));
  const selects = ranges.map(
    (range, index) => sql`select * from (select ${sql.lit(index)} as range, ${id} as id, ${shown} as value
      from ${sql.table(of)}
      where workspace_id = ${workspaceId} and ${range} ${after ? sql`and ${isAfter(after)}` : sql``}
      order by ${ordered} limit ${limit}) as r${sql.lit(index)}`,
  );
  const { rows } = await sql<Found & { range: number }>`${sql.join(selects, sql` union all `)}`.execute(db);
  const found: Place[][] = ranges.map(() => []);
  for (const { range, id: spec, value } of rows) found[range]?.push([part, value, spec]);
  return found;
}
