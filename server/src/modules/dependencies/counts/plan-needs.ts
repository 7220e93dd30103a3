import { sql } from "kysely";
import { type Db, isFoundBy, type Tx, tableOf } from "../../../storage/dialect.ts";
import { type Step, walkFrom } from "../../../storage/walk.ts";
import { isPlanNeed, needsAmong, openParts } from "../plan-needs.ts";
import { sharedNeeds } from "./shared-needs.ts";

interface Waiting {
  open_needs: number;
  waits: 0 | 1;
}

/** Plans counted together. */
const atOnce = 500;

/** Counts the open needs of plans that every editor of them can read, and whether their specs wait for any. */
export async function countedPlanNeeds(
  db: Db,
  workspaceId: string,
  plans: readonly string[],
): Promise<(plan: string) => Waiting> {
  const { needs, above } = await needsAmong(db, workspaceId, plans, async (edges) => {
    const isShared = await sharedNeeds(db, workspaceId, edges);
    return edges.filter(isShared);
  });
  const isOpenPart = await openParts(
    db,
    workspaceId,
    needs.map(({ to }) => to),
  );
  const open = needs.filter(({ to }) => isOpenPart(to)).map(({ from }) => from);
  const counts = new Map(
    [...Map.groupBy(open, ({ plan }) => plan)].map(([plan, { length }]) => [plan, length]),
  );
  const passedOn = new Set(open.filter(({ own }) => !own).map(({ plan }) => plan));
  return (plan) => {
    const open_needs = counts.get(plan) ?? 0;
    return { open_needs, waits: open_needs > 0 || !above(plan).isDisjointFrom(passedOn) ? 1 : 0 };
  };
}

/** Counts again for these plans and everything below them. */
export async function countPlanNeeds(tx: Tx, workspaceId: string, tops: readonly string[]): Promise<void> {
  const plans = await plansBelow(tx, workspaceId, tops);
  for (let from = 0; from < plans.length; from += atOnce) {
    const some = plans.slice(from, from + atOnce);
    const counted = await countedPlanNeeds(
      tx,
      workspaceId,
      some.map(({ id }) => id),
    );
    for (const { id, open_needs, waits } of some) {
      const now = counted(id);
      if (now.open_needs === open_needs && now.waits === waits) continue;
      await tx
        .updateTable("plans")
        .set(now)
        .where("workspace_id", "=", workspaceId)
        .where("id", "=", id)
        .execute();
    }
  }
}

/** Returns plans that need one of these or a plan above them. */
export async function plansNeeding(tx: Tx, workspaceId: string, plans: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive above (id) as (
      select value from ${tableOf(tx, plans)} as start
      union
      select plans.parent_plan_id from above cross join plans
      where plans.workspace_id = ${workspaceId} and plans.id = above.id and plans.parent_plan_id is not null
    )
    select distinct dependencies.from_id as id from above cross join dependencies
    where dependencies.workspace_id = ${workspaceId} and dependencies.to_id = above.id and ${isPlanNeed}`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Returns these plans and all below them, with their counts. */
export function plansBelow(tx: Tx, workspaceId: string, tops: readonly string[]) {
  const below: Step = {
    columns: sql`reached.side, plans.id`,
    from: sql`plans`,
    where: sql`plans.workspace_id = ${workspaceId} and plans.parent_plan_id = reached.id`,
  };
  const start = sql`select cast('' as text), value from ${tableOf(tx, tops)} as start`;
  const found = sql`(with recursive reached (side, id) as (${walkFrom(tx, start, [below])}) select id from reached)`;
  return tx
    .selectFrom("plans")
    .select(["id", "open_needs", "waits"])
    .where("workspace_id", "=", workspaceId)
    .where(isFoundBy(tx, "id", found))
    .execute();
}
