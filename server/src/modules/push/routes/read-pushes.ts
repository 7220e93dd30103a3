import { getPush, listPushes, type PushItem } from "@groundplan/contract";
import type { Actor } from "../../../actor.ts";
import { read } from "../../../dispatch/handlers.ts";
import type { Db } from "../../../storage/dialect.ts";
import { planHandle, specHandle } from "../../handles.ts";
import { pageOf } from "../../paging.ts";
import { readablePlan } from "../../plans/access.ts";
import type { PushRow } from "../ledger/pushes.ts";
import { stateToTell } from "../ledger/states.ts";
import { presentPushes } from "../results/present.ts";
import { visibilityOf } from "../results/visibility.ts";
import { presentPush, visiblePush } from "./visible-push.ts";

/** Lists the oldest first (decisions section 1, paging). */
export const pushesList = read(listPushes, async (db, actor, { params, query }) => {
  const plan = await readablePlan(db, actor, params);
  const { rows, ...next } = await pageOf(
    `${listPushes.id} ${plan.id}`,
    query,
    ([id = ""], limit) =>
      db
        .selectFrom("pushes")
        .selectAll()
        .where("workspace_id", "=", actor.workspaceId)
        .where("plan_id", "=", plan.id)
        .where("id", ">", String(id))
        .orderBy("id")
        .limit(limit)
        .execute(),
    (row) => [row.id],
  );
  return { pushes: await presentPushes(db, actor, plan, rows), ...next };
});

export const pushGet = read(getPush, async (db, actor, { params }) => {
  const plan = await readablePlan(db, actor, params);
  const { push, pushed } = await visiblePush(db, plan, params.pushId);
  const presented = await presentPush(db, actor, pushed, push);
  return { push: { ...presented, items: await itemsOfPush(db, actor, push) } };
});

/** Returns only steps that the reader may see. */
async function itemsOfPush(db: Db, actor: Actor, push: PushRow): Promise<PushItem[]> {
  const rows = await db
    .selectFrom("push_steps as step")
    .leftJoin("push_items as item", (join) =>
      join
        .onRef("item.workspace_id", "=", "step.workspace_id")
        .on("item.connection_id", "=", push.connection_id)
        .on("item.target", "=", push.target)
        .onRef("item.kind", "=", "step.kind")
        .onRef("item.entity_id", "=", "step.entity_id")
        .on("item.needed_id", "=", ""),
    )
    .select([
      "step.kind",
      "step.plan_id",
      "step.entity_id",
      "step.plan_number",
      "step.spec_number",
      "step.state",
      "step.error",
    ])
    .select(["item.external_key", "item.external_url"])
    .where("step.workspace_id", "=", push.workspace_id)
    .where("step.push_id", "=", push.id)
    .orderBy("step.position")
    .execute();
  const visibility = await visibilityOf(
    db,
    actor,
    rows.map((row) => row.entity_id),
    rows.map((row) => row.plan_id),
  );
  const seen = rows.filter((row) => visibility.spec(row.entity_id, row.plan_id));
  return seen.map((row) => ({
    kind: row.kind,
    planShortId: planHandle(row.plan_number),
    ...(row.spec_number === null ? {} : { specShortId: specHandle(row.spec_number) }),
    state: stateToTell(row.state),
    ...(row.external_key === null ? {} : { externalKey: row.external_key }),
    ...(row.external_url === null ? {} : { url: row.external_url }),
    ...(row.error === null ? {} : { error: row.error }),
  }));
}
