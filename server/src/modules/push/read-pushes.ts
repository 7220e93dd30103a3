import { getPush, listPushes, type PushItem } from "@groundplan/contract";
import type { z } from "zod";
import { read } from "../../dispatch/handlers.ts";
import type { Db } from "../../storage/dialect.ts";
import { planHandle, specHandle } from "../handles.ts";
import type { Actor } from "../identity/actor.ts";
import { pageOf } from "../paging.ts";
import { readablePlan } from "../plans/access.ts";
import { findPush, presentRun } from "./find-push.ts";
import { presentRuns } from "./present.ts";
import { stateToTell } from "./result.ts";
import type { RunRow } from "./runs.ts";
import { sightOf } from "./sight.ts";

/** Oldest first (decisions section 1, paging). */
export const pushesList = read(listPushes, async (db, actor, { params, query }) => {
  const plan = await readablePlan(db, actor, params);
  const { rows, ...next } = await pageOf(
    `${listPushes.id} ${plan.id}`,
    query,
    ([id = ""], limit) =>
      db
        .selectFrom("push_runs")
        .selectAll()
        .where("workspace_id", "=", actor.workspaceId)
        .where("plan_id", "=", plan.id)
        .where("id", ">", String(id))
        .orderBy("id")
        .limit(limit)
        .execute(),
    (row) => [row.id],
  );
  return { pushes: await presentRuns(db, actor, plan, rows), ...next };
});

export const pushGet = read(getPush, async (db, actor, { params }) => {
  const plan = await readablePlan(db, actor, params);
  const { run, pushed } = await findPush(db, plan, params.pushId);
  const push = await presentRun(db, actor, pushed, run);
  return { push: { ...push, items: await itemsOfRun(db, actor, run) } };
});

type Item = z.infer<typeof PushItem>;

/** What the push had to do, with where the tracker has it; what the reader can't see is left out. */
async function itemsOfRun(db: Db, actor: Actor, run: RunRow): Promise<Item[]> {
  const rows = await db
    .selectFrom("push_steps as step")
    .leftJoin("push_items as item", (join) =>
      join
        .onRef("item.workspace_id", "=", "step.workspace_id")
        .on("item.connection_id", "=", run.connection_id)
        .on("item.target", "=", run.target)
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
    .where("step.workspace_id", "=", run.workspace_id)
    .where("step.run_id", "=", run.id)
    .orderBy("step.position")
    .execute();
  const sight = await sightOf(
    db,
    actor,
    rows.map((row) => row.entity_id),
    rows.map((row) => row.plan_id),
  );
  const seen = rows.filter((row) => sight.spec(row.entity_id, row.plan_id));
  return seen.map((row) => ({
    kind: row.kind as Item["kind"],
    planShortId: planHandle(row.plan_number),
    ...(row.spec_number === null ? {} : { specShortId: specHandle(row.spec_number) }),
    state: stateToTell(row.state) as Item["state"],
    ...(row.external_key === null ? {} : { externalKey: row.external_key }),
    ...(row.external_url === null ? {} : { url: row.external_url }),
    ...(row.error === null ? {} : { error: row.error }),
  }));
}
