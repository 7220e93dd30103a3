import type { PushPreview } from "@groundplan/contract";
import { createTwoFilesPatch } from "diff";
import type { z } from "zod";
import type { Context } from "../../context.ts";
import { workspaceKey } from "../../secrets/workspace-key.ts";
import { type Db, isOneOf } from "../../storage/dialect.ts";
import { planHandle, specHandle } from "../handles.ts";
import type { Caveat } from "./caveats.ts";
import { type Comparison, compare, readKnown } from "./compare.ts";
import { parentOf } from "./intend.ts";
import { externalsOf, type ItemRow, itemsOf, presentExternal } from "./ledger.ts";
import { type Aim, handleOf } from "./runs.ts";
import type { Step } from "./step.ts";
import { itemOf, type Text, withExtra } from "./texts.ts";
import type { Item, Seen, Tracker } from "./trackers/tracker.ts";
import { conflictSentence } from "./update.ts";

type Preview = z.infer<typeof PushPreview>;

/** A tracker that reads one thing at a time is not asked about all of a large tree. */
const longestReadMs = 15_000;
const mostDiff = 4000;

/** What each step would do. Texts that changed here are compared with what the tracker has. */
export async function previewOf(
  context: Context,
  tracker: Tracker,
  aim: Aim,
  steps: readonly Step[],
): Promise<{ preview: Preview[]; caveats: Caveat[] }> {
  const updates = steps.filter(({ action }) => action === "update");
  const items = await itemsFor(context, aim, updates);
  await tracker.check(aim.target);
  const { seen, unread } = await readAll(tracker, aim.target, items);
  const caveats: Caveat[] = [];
  const preview = steps.map((step): Preview => {
    const base = baseOf(step);
    const one = items.get(step.entityId);
    const there = seen.get(step.entityId);
    if (step.action !== "update" || !one) return { ...base, action: step.action };
    const place = { externalKey: one.external.key, url: one.external.url };
    if (there === undefined) return { ...base, ...place, action: "update", reason: "It was not compared." };
    if (there === null || there.shut !== null)
      return { ...base, ...place, action: "skip", reason: there?.shut ?? "It was deleted in the tracker." };
    const found = compare(one.item, there, one.known, tracker.says, aim.options.onConflict === "overwrite");
    const changes = changesOf(one.item, there, found);
    if (found.conflicts.length > 0)
      caveats.push({ text: conflictSentence(there, found.conflicts), planIds: [step.planId] });
    const action = found.write.length > 0 ? "update" : found.conflicts.length > 0 ? "conflict" : "skip";
    return { ...base, ...place, action, changes };
  });
  if (unread > 0)
    caveats.push({
      text: `${unread} items were not compared: there are too many for a preview.`,
      planIds: [],
    });
  return { preview, caveats };
}

const baseOf = ({ kind, planNumber, specNumber }: Step) => ({
  kind,
  planShortId: planHandle(planNumber),
  ...(specNumber === null ? {} : { specShortId: specHandle(specNumber) }),
});

interface Known {
  item: Item;
  external: NonNullable<ReturnType<typeof presentExternal>>;
  known: ReturnType<typeof readKnown>;
}

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
  const known = new Map<string, Known>();
  for (const { kind, entityId, effort, planNumber, specNumber, extra, path } of steps) {
    const row = rows.find((one) => one.entity_id === entityId);
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

/** By id; what there was no time for is missing. */
async function readAll(tracker: Tracker, target: string, items: ReadonlyMap<string, Known>) {
  const seen = new Map<string, Seen | null>();
  const all = [...items];
  const until = Date.now() + longestReadMs;
  for (let first = 0; first < all.length && Date.now() < until; first += tracker.atOnce.read) {
    const some = all.slice(first, first + tracker.atOnce.read);
    const things = some.map(([, { item, external }]) => ({ sort: item.sort, external }));
    const found = await tracker.read(target, things);
    for (const [index, [id]] of some.entries()) seen.set(id, found[index] ?? null);
  }
  return { seen, unread: all.length - seen.size };
}

function changesOf(item: Item, seen: Seen, { write, conflicts }: Comparison): Preview["changes"] {
  return [...write, ...conflicts].map((field) => {
    const conflict = conflicts.includes(field);
    if (field === "text") {
      const patch = createTwoFilesPatch("tracker", "plan", seen.fields.text, item.text, "", "", {
        context: 2,
      });
      return { field, conflict, from: null, to: null, diff: cut(patch) };
    }
    const ours = field === "title" ? item.title : item.effort === null ? null : String(item.effort);
    return { field, conflict, from: seen.fields[field] || null, to: ours };
  });
}

const cut = (text: string) =>
  text.length > mostDiff ? `${text.slice(0, mostDiff - 1).toWellFormed()}…` : text;
