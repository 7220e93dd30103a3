import type { SpecSort } from "@groundplan/contract";
import type { Actor } from "../../../actor.ts";
import { type Db, isOneOf } from "../../../storage/dialect.ts";
import {
  badCursor,
  cursorOf,
  type Key,
  longRows,
  numberOf,
  pageOf,
  presentedPage,
  readPage,
} from "../../paging.ts";
import type { SpecRow } from "../access.ts";
import type { SpecFilter } from "./filter.ts";
import { findSpecs } from "./find-specs.ts";
import { type Order, orderOf, type Place, partsOf } from "./order.ts";

interface Wanted {
  /** Identifies the list with its filters for cursors. */
  list: string;
  query: Parameters<typeof readPage>[1];
  filter: SpecFilter;
  sort: SpecSort | "position";
  archived: boolean;
}

/** Returns a page of specs, presented; it may be shorter than its limit, or empty, while more follow. */
export async function pageOfSpecs<Item extends object>(
  db: Db,
  actor: Actor,
  { list, query, filter, sort, archived }: Wanted,
  present: (rows: SpecRow[]) => Promise<Item[]>,
): Promise<{ items: Item[]; nextCursor?: string }> {
  const { after, limit } = readPage(list, query);
  const order = orderOf(sort);
  const found = await findSpecs(db, actor, {
    filter,
    order,
    archived,
    after: after && placeIn(order, after),
    limit,
  });
  const places = new Map(found.places.map((place) => [place[2], place]));
  const keyOf = ({ id }: SpecRow): Key => [...(places.get(id) ?? [])];
  const waiting = found.places.map(([, , id]) => id);
  const page = await pageOf(
    list,
    { limit },
    async (_after, count) => {
      const rows: SpecRow[] = [];
      // Fewer than asked for would end the page, though more wait.
      while (rows.length < count && waiting.length > 0) {
        const ids = waiting.splice(0, count - rows.length);
        rows.push(...(await rowsInOrder(db, actor.workspaceId, ids, found.planOf)));
      }
      return rows;
    },
    keyOf,
    longRows,
  );
  const items = await present(page.rows);
  const shown = presentedPage(list, page, keyOf, items);
  if (shown.nextCursor !== undefined || found.next === null) return shown;
  return { ...shown, nextCursor: cursorOf(list, [...found.next]) };
}

/** Returns the place of a cursor; a forged one of no part of the order is 400. */
function placeIn(order: Order, [part = 0, value = "", id = ""]: Key): Place {
  const isPart = numberOf(part) >= 0 && numberOf(part) < partsOf(order);
  const isValue = typeof value === (order.column === "position" ? "number" : "string");
  if (!isPart || !isValue) throw badCursor();
  return [numberOf(part), value, String(id)];
}

/** Returns specs in this order, without those that have left the plans they were found in. */
async function rowsInOrder(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
  planOf: ReadonlyMap<string, string>,
): Promise<SpecRow[]> {
  const rows = await db
    .selectFrom("specs")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "id", ids))
    .execute();
  const there = rows.filter(({ id, plan_id }) => planOf.get(id) === plan_id);
  const byId = new Map(there.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
