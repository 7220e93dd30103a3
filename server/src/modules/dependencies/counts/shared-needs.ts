import { type Db, isOneOf } from "../../../storage/dialect.ts";

/**
 * Returns a test for needs of a plan in another that everyone who can edit the first can read: both have one
 * root, or the other's is the team's. Needs in archived plans don't count.
 */
export async function sharedNeeds(
  db: Db,
  workspaceId: string,
  needs: readonly { from: string; to: string }[],
): Promise<(need: { from: string; to: string }) => boolean> {
  const ids = [...new Set(needs.flatMap(({ from, to }) => [from, to]))];
  const rows = await plansOf(db, workspaceId, ids);
  const roots = await plansOf(db, workspaceId, [...new Set(rows.map((plan) => plan.root_plan_id))]);
  const plans = new Map(rows.map((plan) => [plan.id, plan]));
  const isTeam = new Map(roots.map(({ id, visibility }) => [id, visibility === "TEAM"]));
  return (need) => {
    const [from, to] = [plans.get(need.from), plans.get(need.to)];
    if (!from || !to || to.archived_at !== null) return false;
    return to.root_plan_id === from.root_plan_id || isTeam.get(to.root_plan_id) === true;
  };
}

const plansOf = (db: Db, workspaceId: string, ids: readonly string[]) =>
  db
    .selectFrom("plans")
    .select(["id", "root_plan_id", "archived_at", "visibility"])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "id", ids))
    .execute();
