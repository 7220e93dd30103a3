import { command } from "../../../dispatch/handlers.ts";
import { appendEvents, type NewEvent } from "../../../events/append.ts";
import { isOneOf, type Tx } from "../../../storage/dialect.ts";
import { followSpecs } from "../../plans/status.ts";
import { specEvent } from "../../specs/events.ts";
import { setSpecStatus } from "../../specs/set-status.ts";
import type { Seen } from "../trackers/tracker.ts";

/** What the tracker has now of one issue. */
export type Found = Pick<Seen, "external" | "status">;

interface Apply {
  workspaceId: string;
  connectionId: string;
  found: Found[];
}

/**
 * Takes over what changed in the tracker. A status that it had before is no change: what people set here since stays
 * until the tracker's changes again, so notices may come late, twice or in any order. Of what is in an archived plan
 * nothing is noted: it is read again when the plan is restored.
 */
export const applyFound = command(
  "push.applyFound",
  ({ workspaceId }: Apply) => workspaceId,
  async (tx: Tx, { workspaceId, connectionId, found }: Apply) => {
    const byId = new Map(found.map((one) => [one.external.id, one] as const));
    const rows = await knownOf(tx, workspaceId, connectionId, [...byId.keys()]);
    const moved: { specId: string; status: string }[] = [];
    for (const row of rows) {
      const there = byId.get(row.external_id ?? "");
      if (!there) continue;
      const { key, url, number } = there.external;
      const hasMoved = (row.seen_status ?? atFirst) !== there.status;
      if (!hasMoved && row.external_key === key && row.external_url === url) continue;
      await tx
        .updateTable("push_items")
        .set({ seen_status: there.status, external_key: key, external_url: url, external_number: number })
        .where("workspace_id", "=", workspaceId)
        .where("connection_id", "=", connectionId)
        .where("target", "=", row.target)
        .where("kind", "=", row.kind)
        .where("entity_id", "=", row.entity_id)
        .execute();
      if (row.kind === "spec" && hasMoved) moved.push({ specId: row.entity_id, status: there.status });
    }
    await setStatuses(tx, workspaceId, moved);
  },
);

/** What a push makes is to be done. */
const atFirst = "TODO";

/** Of these issues, those that are not in an archived plan. The ledger may say where a spec was when its push began. */
function knownOf(tx: Tx, workspaceId: string, connectionId: string, externalIds: readonly string[]) {
  return tx
    .selectFrom("push_items")
    .leftJoin("specs", (join) =>
      join
        .onRef("specs.workspace_id", "=", "push_items.workspace_id")
        .onRef("specs.id", "=", "push_items.entity_id"),
    )
    .leftJoin("plans", (join) =>
      join
        .onRef("plans.workspace_id", "=", "push_items.workspace_id")
        .on("plans.id", "=", (of) => of.fn.coalesce("specs.plan_id", "push_items.plan_id")),
    )
    .select(["target", "kind", "entity_id", "external_id", "external_key", "external_url", "seen_status"])
    .where("push_items.workspace_id", "=", workspaceId)
    .where("push_items.connection_id", "=", connectionId)
    .where("push_items.kind", "in", ["plan", "spec"])
    .where(isOneOf(tx, "push_items.external_id", externalIds))
    .where("plans.archived_at", "is", null)
    .execute();
}

/** The plans follow their specs. */
async function setStatuses(
  tx: Tx,
  workspaceId: string,
  moved: readonly { specId: string; status: string }[],
) {
  if (moved.length === 0) return;
  const wanted = new Map(moved.map(({ specId, status }) => [specId, status]));
  const specs = await tx
    .selectFrom("specs")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(tx, "id", [...wanted.keys()]))
    .execute();
  const plans = await tx
    .selectFrom("plans")
    .select(["workspace_id", "id", "project_id", "status"])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(tx, "id", [...new Set(specs.map((spec) => spec.plan_id))]))
    .execute();
  const events: NewEvent[] = [];
  for (const plan of plans) {
    const arrived: { status: string }[] = [];
    for (const spec of specs.filter((one) => one.plan_id === plan.id)) {
      const to = wanted.get(spec.id) ?? spec.status;
      if (to === spec.status) continue;
      await setSpecStatus(tx, spec, to);
      arrived.push({ status: to });
      events.push(specEvent("spec.updated", plan, spec, { changed: ["status"], from: spec.status, to }));
    }
    if (arrived.length > 0) events.push(...(await followSpecs(tx, plan, arrived)));
  }
  const told = events.map((event) => ({ ...event, data: { ...event.data, by: "tracker" } }));
  await appendEvents(tx, { workspaceId, userId: null, credentialId: null }, told);
}
