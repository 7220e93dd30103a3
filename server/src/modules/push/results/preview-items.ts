import type { Provider } from "@groundplan/contract";
import { pagesOf } from "../../../pages-of.ts";
import { workspaceKey } from "../../../secrets/workspace-key.ts";
import { type Db, isOneOf } from "../../../storage/dialect.ts";
import type { Context } from "../../context.ts";
import type { ExternalRef, Item, Pictures, RemoteItem, Tracker } from "../../trackers/tracker.ts";
import { readLastSynced } from "../ledger/compare.ts";
import { type DetailsBase, readBase } from "../ledger/details.ts";
import { externalsOf, presentExternal } from "../ledger/externals.ts";
import { issueKinds } from "../ledger/kinds.ts";
import { type ItemRow, itemsOf } from "../ledger/ledger.ts";
import { parentOf } from "../ledger/parent-key.ts";
import { handleOf, type PushRequest } from "../ledger/pushes.ts";
import { type StatusBase, statusBaseOf } from "../ledger/statuses.ts";
import { itemOf, type KeysOf, type Text, withExtra, worded } from "../ledger/texts.ts";
import { illustrate } from "../pictures/illustrate.ts";
import type { Step } from "../plan/step.ts";
import { labelTermsOf } from "./detail-terms.ts";
import { keysOf } from "./keys-of.ts";

/** A tracker without batch reads can't cover a large tree. */
export const longestReadMs = 15_000;

export type PreviewRequest = PushRequest & { provider: Provider };

export interface Compared {
  row: ItemRow;
  item: Item;
  external: ExternalRef;
  known: ReturnType<typeof readLastSynced>;
  statusBase: StatusBase | null;
  detailsBase: DetailsBase;
  /** By name, in the tracker's terms. */
  labels: ReadonlyMap<string, string>;
  /** Null if gone. */
  remote: RemoteItem | null;
}

/** Yields until the time is up, one tracker page at a time to bound memory. */
export async function* readCompared(
  context: Context,
  tracker: Tracker,
  request: PreviewRequest,
  steps: readonly Step[],
): AsyncGenerator<Map<string, Compared>> {
  const until = Date.now() + longestReadMs;
  const keys = keysOf(tracker);
  for (const batch of pagesOf(steps, tracker.batchSizes.read)) {
    if (Date.now() >= until) return;
    const items = await itemsFor(context, request, batch, { keys, pictures: tracker.pictures });
    const all = [...items];
    const wantedItems = all.map(([, { item, external }]) => ({ kind: item.kind, external }));
    const remote = wantedItems.length > 0 ? await tracker.read(request.target, wantedItems) : [];
    const labels = await labelTermsOf(
      tracker,
      request.target,
      all.map(([, { item }]) => item),
    );
    yield new Map(all.map(([id, one], index) => [id, { ...one, labels, remote: remote[index] ?? null }]));
  }
}

type Known = Omit<Compared, "remote" | "labels">;

async function itemsFor(
  context: Context,
  request: PreviewRequest,
  steps: readonly Step[],
  { keys, pictures }: { keys: KeysOf; pictures: Pictures | undefined },
): Promise<Map<string, Known>> {
  const { db } = context;
  const ids = steps.map(({ entityId }) => entityId);
  const rows: ItemRow[] = await itemsOf(db, request)
    .selectAll()
    .where("kind", "in", issueKinds)
    .where(isOneOf(db, "entity_id", ids))
    .execute();
  const texts = await textsOf(db, request.workspaceId, ids);
  const dataKey = await workspaceKey(context, request.workspaceId);
  const externals = await externalsOf(
    db,
    request,
    steps.flatMap(({ path }) => path ?? []),
  );
  const byId = new Map(rows.map((row) => [row.entity_id, row]));
  const known = new Map<string, Known>();
  const place = { ...request, db, publicUrl: context.publicUrl(), pictures };
  for (const step of steps) {
    const { kind, entityId, effort, status, details, planNumber, specNumber, extra, path } = step;
    const row = byId.get(entityId);
    const external = row && presentExternal(row);
    const plain = texts.get(entityId);
    const text = withExtra(
      plain && (await worded(plain, request.options, request.provider, keys)),
      extra,
      handleOf(planNumber, specNumber),
    );
    if (!row || !external || !text) continue;
    const fields = {
      kind,
      entity_id: entityId,
      effort,
      status,
      details: details && JSON.stringify(details),
      plan_number: planNumber,
      spec_number: specNumber,
    };
    const identity = { clientId: row.client_id ?? "", parent: parentOf(path ?? [], externals) };
    const illustrated = await illustrate(place, step, text, external.id);
    const item = itemOf(request, dataKey, fields, illustrated, identity);
    known.set(entityId, {
      row,
      item,
      external,
      known: readLastSynced(row.last_synced),
      statusBase: statusBaseOf(row),
      detailsBase: readBase(row.base_details),
    });
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
