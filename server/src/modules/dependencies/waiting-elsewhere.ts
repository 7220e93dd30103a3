import type { Actor } from "../../actor.ts";
import { type Db, isOneOfList } from "../../storage/dialect.ts";
import { type Param, statement } from "../../storage/statement.ts";
import { sharedNeeds } from "./counts/shared-needs.ts";
import { blockedSpecs } from "./next-rows.ts";
import { findOpenCycles, type OpenCycle } from "./open-cycles.ts";
import { hasPlanNeeds, needsAmong } from "./plan-needs.ts";

interface Spec {
  id: string;
  plan_id: string;
}

/**
 * Returns a filter for specs that wait for something in private plans of other roots, which the counts leave
 * out: something that the actor can read, or a cycle through plans that they can't.
 */
export function waitingElsewhere(
  db: Db,
  actor: Actor,
  openCycles: () => Promise<readonly OpenCycle[]> = () => findOpenCycles(db, actor),
): (specs: readonly Spec[]) => Promise<Set<string>> {
  let inCycles: Promise<Set<string>> | null = null;
  const specsInCycles = async () =>
    new Set((await openCycles()).flatMap(({ specs }) => specs.map(({ id }) => id)));
  return async (specs) => {
    const suspects = await needingElsewhere(db, actor.workspaceId, specs);
    if (suspects.length === 0) return new Set();
    const blocked = await blockedSpecs(db, actor, suspects);
    if (blocked.size === suspects.length) return blocked;
    inCycles ??= specsInCycles();
    const unseen = await inCycles;
    return blocked.union(new Set(suspects.flatMap(({ id }) => (unseen.has(id) ? id : []))));
  };
}

/** Filters to specs that need something outside of what counts, themselves or with their plan. */
async function needingElsewhere(db: Db, workspaceId: string, specs: readonly Spec[]): Promise<Spec[]> {
  if (specs.length === 0) return [];
  const ids = JSON.stringify(specs.map(({ id }) => id));
  const own = await needsAcross(db, { workspaceId, ids });
  const isShared = own.length > 0 ? await sharedNeeds(db, workspaceId, own) : () => true;
  const needing = new Set(own.filter((need) => !isShared(need)).map(({ from_id }) => from_id));
  const plans = await plansNeedingElsewhere(db, workspaceId, [
    ...new Set(specs.map(({ plan_id }) => plan_id)),
  ]);
  return specs.filter(({ id, plan_id }) => needing.has(id) || plans.has(plan_id));
}

const needsAcross = statement((db, param: Param<{ workspaceId: string; ids: string }>) =>
  db
    .selectFrom("dependencies")
    .select(["from_id", "from_plan_id as from", "to_plan_id as to"])
    .where("workspace_id", "=", param("workspaceId"))
    .where(isOneOfList(db, "from_id", param("ids")))
    .whereRef("from_plan_id", "<>", "to_plan_id"),
);

async function plansNeedingElsewhere(
  db: Db,
  workspaceId: string,
  plans: readonly string[],
): Promise<ReadonlySet<string>> {
  if (!(await hasPlanNeeds(db, workspaceId))) return new Set();
  const { needs, above } = await needsAmong(db, workspaceId, plans, async (edges) => {
    const isShared = await sharedNeeds(db, workspaceId, edges);
    return edges.filter((edge) => !isShared(edge));
  });
  const needing = new Set(needs.map(({ from }) => from.plan));
  return new Set(plans.filter((plan) => !above(plan).isDisjointFrom(needing)));
}
