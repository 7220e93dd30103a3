import type { Context } from "../../context.ts";
import { workspaceKey } from "../../secrets/workspace-key.ts";
import { type Db, isOneOf } from "../../storage/dialect.ts";
import { readKnown } from "./compare.ts";
import { externalsOf, type ItemRow, itemsOf, presentExternal } from "./ledger.ts";
import { pagesOf } from "./pages-of.ts";
import { parentOf } from "./place.ts";
import { type Aim, handleOf } from "./runs.ts";
import type { Step } from "./step.ts";
import { itemOf, type Text, withExtra } from "./texts.ts";
import type { External, Item, Seen, Tracker } from "./trackers/tracker.ts";

/** A tracker that reads one thing at a time is not asked about all of a large tree. */
export const longestReadMs = 15_000;

/** What a text that changed here is to say, and what the tracker has. */
export interface Compared {
  item: Item;
  external: External;
  known: ReturnType<typeof readKnown>;
  /** Null where it is not there any more. */
  seen: Seen | null;
}

/** By id, as far as the time goes: a page of the tracker's at once, so that not all texts are held together. */
export async function* readCompared(
  context: Context,
  tracker: Tracker,
  aim: Aim,
  steps: readonly Step[],
): AsyncGenerator<Map<string, Compared>> {
  const until = Date.now() + longestReadMs;
  for (const some of pagesOf(steps, tracker.atOnce.read)) {
    if (Date.now() >= until) return;
    const items = await itemsFor(context, aim, some);
    const all = [...items];
    const things = all.map(([, { item, external }]) => ({ sort: item.sort, external }));
    const seen = things.length > 0 ? await tracker.read(aim.target, things) : [];
    yield new Map(all.map(([id, one], index) => [id, { ...one, seen: seen[index] ?? null }]));
  }
}

type Known = Omit<Compared, "seen">;

async function itemsFor(context: Context, aim: Aim, steps: readonly Step[]): Promise<Map<string, Known>> {
  const { db } = context;
  const ids = steps.map(({ entityId }) => entityId);
  const rows: ItemRow[] = await itemsOf(db, aim)
    .selectAll()
    .where("kind", "in", ["plan", "spec", "part"])
    .where(isOneOf(db, "entity_id", ids))
    .execute();
  const texts = await textsOf(db, aim.workspaceId, ids);
  const dataKey = await workspaceKey(context, aim.workspaceId);
  const push = { workspace_id: aim.workspaceId, connection_id: aim.connectionId, target: aim.target };
  const externals = await externalsOf(
    db,
    aim,
    steps.flatMap(({ path }) => path ?? []),
  );
  const byId = new Map(rows.map((row) => [row.entity_id, row]));
  const known = new Map<string, Known>();
  for (const { kind, entityId, effort, planNumber, specNumber, extra, path } of steps) {
    const row = byId.get(entityId);
    const external = row && presentExternal(row);
    const text = withExtra(texts.get(entityId), extra, handleOf(planNumber, specNumber));
    if (!row || !external || !text) continue;
    const of = { kind, entity_id: entityId, effort, plan_number: planNumber, spec_number: specNumber };
    const identity = { clientId: row.client_id ?? "", parent: parentOf(path ?? [], externals) };
    const item = itemOf(push, dataKey, of, text, identity);
    known.set(entityId, { item, external, known: readKnown(row.known) });
  }
  return known;
}

async function textsOf(db: Db, workspaceId: string, ids: readonly string[]): Promise<Map<string, Text>> {
  const specs = await db
    .selectFrom("specs")
    .select(["id", "title", "content as text"])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "id", ids))
    .execute();
  const plans = await db
    .selectFrom("plans")
    .select(["id", "name as title", "description as text"])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "id", ids))
    .execute();
  const all = [...specs, ...plans.map((plan) => ({ ...plan, text: plan.text ?? "" }))];
  return new Map(all.map(({ id, title, text }) => [id, { title, text }]));
}
