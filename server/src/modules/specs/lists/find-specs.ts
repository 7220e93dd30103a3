import { sql } from "kysely";
import type { Actor } from "../../../actor.ts";
import { type Db, isOneOf, tableOf } from "../../../storage/dialect.ts";
import { plansReadableBy } from "../../plans/access.ts";
import { conditionsOf } from "./conditions.ts";
import type { SpecFilter } from "./filter.ts";
import { mostLookedAt, narrow, withWords } from "./narrow.ts";
import { comparePlaces, type Order, type Ordered, type Place, partsOf, placeOf } from "./order.ts";
import { rangesOf } from "./ranges.ts";
import { walkSpecs } from "./walk.ts";

interface Wanted {
  filter: SpecFilter;
  order: Order;
  /** Archived plans' specs are found in a list of such a plan only. */
  archived: boolean;
  after: Place | null;
  limit: number;
}

interface FoundSpecs {
  places: Place[];
  /** The plans that they were readable in, by spec. */
  planOf: ReadonlyMap<string, string>;
  /** The place after which the search goes on; null if nothing follows. */
  next: Place | null;
}

/**
 * Finds readable specs of a filter in order, up to a limit. Where no index orders them, few are read and ordered
 * at once; of many, a call looks at some thousands and may find fewer than the limit, or none.
 */
export async function findSpecs(db: Db, actor: Actor, wanted: Wanted): Promise<FoundSpecs> {
  const { filter, order } = wanted;
  if (filter.clauses?.length === 0) return { places: [], planOf: new Map(), next: null };
  const isInPlan = order.column === "position";
  const isWalked =
    isInPlan ||
    Array.from({ length: partsOf(order) }, (_, part) => rangesOf(filter, order, part)).every(
      ({ fits }) => fits,
    );
  const ids = isWalked ? null : await narrow(db, actor, filter);
  return ids === null ? walk(db, actor, wanted) : sorted(db, actor, wanted, ids);
}

/** Reads few specs at once and orders them. */
async function sorted(
  db: Db,
  actor: Actor,
  { filter, order, archived, after, limit }: Wanted,
  ids: readonly string[],
): Promise<FoundSpecs> {
  const rows = await fitting(db, actor, { filter, archived, ids });
  const places = rows
    .map((row) => placeOf(order, row))
    .filter((place) => after === null || comparePlaces(order, place, after) > 0)
    .toSorted((one, other) => comparePlaces(order, one, other));
  const page = places.slice(0, limit);
  return { places: page, planOf: plansOf(rows), next: places.length > limit ? (page.at(-1) ?? null) : null };
}

/** Walks an index in order until the page is full. */
async function walk(
  db: Db,
  actor: Actor,
  { filter, order, archived, after, limit }: Wanted,
): Promise<FoundSpecs> {
  const found: Place[] = [];
  const walked = walkSpecs(db, actor.workspaceId, filter, { order, after, first: limit + 1 });
  const all: Place[] = [];
  const planOf = new Map<string, string>();
  for (let atOnce = limit + 1; ; atOnce = Math.min(1000, 2 * atOnce)) {
    const places: Place[] = [];
    while (places.length < atOnce && all.length < mostLookedAt) {
      const { value, done } = await walked.next();
      if (done) break;
      places.push(value);
      all.push(value);
    }
    const ids = places.map(([, , id]) => id);
    const rows = await fitting(db, actor, { filter, archived, ids });
    for (const { id, plan_id } of rows) planOf.set(id, plan_id);
    found.push(...places.filter(([, , id]) => planOf.has(id)));
    if (found.length > limit)
      return { places: found.slice(0, limit), planOf, next: found[limit - 1] ?? null };
    if (all.length >= mostLookedAt)
      return { places: found, planOf, next: await lastReadable(db, actor, all) };
    if (places.length < atOnce) return { places: found, planOf, next: null };
  }
}

/** Returns the last place that tells the actor of no spec that they can't read; the last of all if there is none. */
async function lastReadable(db: Db, actor: Actor, places: readonly Place[]): Promise<Place | null> {
  const ids = places.map(([, , id]) => id);
  const rows = await fitting(db, actor, { filter: {}, archived: true, ids });
  const readable = new Set(rows.map(({ id }) => id));
  return places.findLast(([, , id]) => readable.has(id)) ?? places.at(-1) ?? null;
}

const plansOf = (rows: readonly Fitting[]) => new Map(rows.map(({ id, plan_id }) => [id, plan_id]));

type Fitting = Ordered & { plan_id: string };

interface Among {
  filter: SpecFilter;
  archived: boolean;
  ids: readonly string[];
}

/** Returns those of some specs that the filter lets pass and the actor can read. */
async function fitting(db: Db, actor: Actor, { filter, archived, ids }: Among): Promise<Fitting[]> {
  if (ids.length === 0) return [];
  const conditions = conditionsOf(db, filter).map((condition) => sql`and ${condition}`);
  const { rows } = await sql<Fitting>`
    select specs.id, specs.plan_id, specs.position, specs.priority, specs.due_date, specs.updated_at
    from ${tableOf(db, [...ids])} as wanted cross join specs cross join plans
    where specs.workspace_id = ${actor.workspaceId} and specs.id = wanted.value
      and plans.workspace_id = specs.workspace_id and plans.id = specs.plan_id
      ${sql.join(conditions, sql` `)}`.execute(db);
  const plans = [...new Set(rows.map(({ plan_id }) => plan_id))];
  let readable = plansReadableBy(db, actor)
    .clearSelect()
    .select("plans.id")
    .where(isOneOf(db, "plans.id", plans));
  if (!archived) readable = readable.where("plans.archived_at", "is", null);
  if (filter.template !== undefined || !filter.planIds)
    readable = readable.where("root.template", "=", filter.template ? 1 : 0);
  const can = new Set((await readable.execute()).map(({ id }) => id));
  const reached = rows.filter(({ plan_id }) => can.has(plan_id));
  if (!filter.clauses) return reached;
  const words = await withWords(
    db,
    actor.workspaceId,
    filter.clauses,
    reached.map(({ id }) => id),
  );
  return reached.filter(({ id }) => words.has(id));
}
