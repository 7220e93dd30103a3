import type { Author } from "../../actor.ts";
import { appendEvents, type NewEvent } from "../../events/append.ts";
import { readDatabaseTime } from "../../storage/clock.ts";
import { isOneOf, type Tx } from "../../storage/dialect.ts";
import type { SpecRow } from "../specs/access.ts";
import { changeStatus } from "./change-status.ts";
import { aboutClaim } from "./events.ts";
import { type ClaimRow, heldClaimsOf, updateClaim } from "./store.ts";

/** How a claim ends without being completed. */
type Ending = "released" | "expired" | "ended";

/** Ends held claims; a spec that is still `IN_PROGRESS` becomes `TODO`, also a deleted one. */
export async function endClaims(
  tx: Tx,
  by: Author,
  claims: readonly ClaimRow[],
  state: Ending,
  note?: string,
): Promise<void> {
  if (claims.length === 0) return;
  const ended_at = await readDatabaseTime(tx);
  const specs = await specsOf(tx, by.workspaceId, claims);
  const plans = await plansOf(tx, by.workspaceId, claims);
  const events: NewEvent[] = [];
  for (const claim of claims) {
    await updateClaim(tx, claim, { state, ended_at, ...(note === undefined ? {} : { note }) });
    const plan = plans.get(claim.plan_id);
    const spec = specs.get(claim.spec_id);
    if (!plan || !spec) continue;
    events.push({
      type: `claim.${state}`,
      ...aboutClaim(claim, plan, spec),
      notifies: [claim.user_id],
    });
    if (!spec.deleted && spec.status === "IN_PROGRESS")
      events.push(...(await changeStatus(tx, plan, spec, "TODO")));
  }
  await appendEvents(tx, by, events);
  const deleted = [...specs.values()].filter((spec) => spec.deleted && spec.status === "IN_PROGRESS");
  if (deleted.length === 0) return;
  await tx
    .updateTable("deleted_specs")
    .set({ status: "TODO" })
    .where("workspace_id", "=", by.workspaceId)
    .where(
      isOneOf(
        tx,
        "id",
        deleted.map(({ id }) => id),
      ),
    )
    .execute();
}

/** Ends the held claim of a spec that moves or goes, if any, and returns the spec as it is then. */
export async function endClaimOf(tx: Tx, by: Author, spec: SpecRow): Promise<SpecRow> {
  const claims = await heldClaimsOf(tx, spec);
  if (claims.length === 0) return spec;
  await endClaims(tx, by, claims, "ended");
  return spec.status === "IN_PROGRESS" ? { ...spec, status: "TODO" } : spec;
}

type ClaimedSpec = SpecRow & { deleted: boolean };

async function specsOf(
  tx: Tx,
  workspaceId: string,
  claims: readonly ClaimRow[],
): Promise<Map<string, ClaimedSpec>> {
  const ids = claims.map(({ spec_id }) => spec_id);
  const found = new Map<string, ClaimedSpec>();
  for (const table of ["deleted_specs", "specs"] as const) {
    const rows = await tx
      .selectFrom(table)
      .selectAll()
      .where("workspace_id", "=", workspaceId)
      .where(isOneOf(tx, "id", ids))
      .execute();
    for (const row of rows) found.set(row.id, Object.assign(row, { deleted: table === "deleted_specs" }));
  }
  return found;
}

async function plansOf(tx: Tx, workspaceId: string, claims: readonly ClaimRow[]) {
  const rows = await tx
    .selectFrom("plans")
    .select(["workspace_id", "id", "project_id", "number", "status"])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(tx, "id", [...new Set(claims.map(({ plan_id }) => plan_id))]))
    .execute();
  return new Map(rows.map((plan) => [plan.id, plan]));
}
