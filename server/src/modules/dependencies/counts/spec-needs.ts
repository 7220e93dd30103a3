import { sql } from "kysely";
import { type Db, isOneOf, isOneOfList, type Tx } from "../../../storage/dialect.ts";
import { type Param, statement } from "../../../storage/statement.ts";
import { sharedNeeds } from "./shared-needs.ts";

/** Specs counted together. */
const atOnce = 500;

/** Counts the needs of specs again. Returns the plans of those that have other counts now. */
export async function countSpecNeeds(
  tx: Tx,
  workspaceId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const plans = new Set<string>();
  for (let from = 0; from < ids.length; from += atOnce) {
    const specs = await specsAmong(tx, { workspaceId, ids: JSON.stringify(ids.slice(from, from + atOnce)) });
    const wrong = await miscountedSpecs(tx, workspaceId, specs);
    for (const { plan_id } of wrong) plans.add(plan_id);
    const byCounts = Map.groupBy(wrong, ({ counted }) => `${counted.open_needs} ${counted.cancelled_needs}`);
    for (const rows of byCounts.values()) {
      const same = rows.map(({ id }) => id);
      await tx
        .updateTable("specs")
        .set(rows[0]?.counted ?? {})
        .where("workspace_id", "=", workspaceId)
        .where(isOneOf(tx, "id", same))
        .execute();
    }
  }
  return plans;
}

const specsAmong = statement((db, param: Param<{ workspaceId: string; ids: string }>) =>
  db
    .selectFrom("specs")
    .select(["id", "plan_id", "open_needs", "cancelled_needs"])
    .where("workspace_id", "=", param("workspaceId"))
    .where(isOneOfList(db, "id", param("ids"))),
);

interface Spec {
  id: string;
  plan_id: string;
  open_needs: number;
  cancelled_needs: number;
}

type Counts = Pick<Spec, "open_needs" | "cancelled_needs">;

/** Returns specs whose stored counts differ from a recount, with the latter. */
export async function miscountedSpecs<S extends Spec>(
  db: Db,
  workspaceId: string,
  specs: readonly S[],
): Promise<(S & { counted: Counts })[]> {
  const needs = await unfinishedNeeds(db, { workspaceId, ids: JSON.stringify(specs.map(({ id }) => id)) });
  const elsewhere = needs.filter((need) => need.status !== "CANCELLED" && need.from !== need.to);
  const isShared = elsewhere.length > 0 ? await sharedNeeds(db, workspaceId, elsewhere) : () => false;
  const bySpec = Map.groupBy(needs, (need) => need.from_id);
  return specs.flatMap((spec) => {
    const own = bySpec.get(spec.id) ?? [];
    const isOwn = (need: { from: string; to: string }) => need.from === need.to;
    const cancelled = own.filter((need) => need.status === "CANCELLED");
    const open = own.filter((need) => need.status !== "CANCELLED" && (isOwn(need) || isShared(need)));
    const counted = { open_needs: open.length, cancelled_needs: cancelled.filter(isOwn).length };
    const isRight =
      spec.open_needs === counted.open_needs && spec.cancelled_needs === counted.cancelled_needs;
    return isRight ? [] : Object.assign({ counted }, spec);
  });
}

const unfinishedNeeds = statement((db, param: Param<{ workspaceId: string; ids: string }>) =>
  db
    .selectFrom("dependencies")
    .innerJoin("specs as needed", (join) =>
      join
        .onRef("needed.workspace_id", "=", "dependencies.workspace_id")
        .onRef("needed.id", "=", "dependencies.to_id"),
    )
    .select(["dependencies.from_id", "dependencies.from_plan_id as from", "dependencies.to_plan_id as to"])
    .select(sql<"TODO" | "IN_PROGRESS" | "CANCELLED">`needed.status`.as("status"))
    .where("dependencies.workspace_id", "=", param("workspaceId"))
    .where(isOneOfList(db, "dependencies.from_id", param("ids")))
    .where("needed.status", "<>", "DONE"),
);
