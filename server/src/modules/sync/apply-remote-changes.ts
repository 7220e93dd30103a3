import { command } from "../../dispatch/commands.ts";
import { isOneOf, type Tx } from "../../storage/dialect.ts";
import { projectsOff } from "../connectors/policy.ts";
import { rowOfExternal } from "../push/ledger/externals.ts";
import { issueKinds } from "../push/ledger/kinds.ts";
import { inScope } from "../push/ledger/ledger.ts";
import { isOver, type Sight, sightOf } from "../push/ledger/look.ts";
import { isAsWritten, isMet, rowOfBase, statusBaseOf, statusToSend } from "../push/ledger/statuses.ts";
import type { RemoteItem } from "../trackers/tracker.ts";
import { refreshSoon } from "./refresh-soon.ts";
import { type Moved, setStatuses, tellExternals } from "./update-specs.ts";

export const foundOf = (remote: RemoteItem): Found => ({
  external: remote.external,
  status: remote.status,
  sight: sightOf(remote),
});

/** An issue's current state in the tracker. */
export interface Found extends Pick<RemoteItem, "external" | "status"> {
  sight: Sight;
  /** The requested id, if it differs (renamed or moved). */
  askedId?: string;
}

interface Apply {
  workspaceId: string;
  connectionId: string;
  found: Found[];
  /** Requested ids that no longer exist. */
  gone?: string[];
  /** True if `found` comes from a list of changes, which may still show recently deleted issues. */
  isList?: boolean;
  /** Our time before reading `found`. */
  readAt: string;
}

/**
 * Applies changed remote statuses, in any order and repeatedly; our own writes and conflicts don't count.
 * Skips archived plans, deleted specs and switched-off projects, which are reread later. Records missing and
 * returned issues.
 */
export const applyRemoteChanges = command(
  "push.applyFound",
  ({ workspaceId }: Apply) => workspaceId,
  async (tx: Tx, { workspaceId, connectionId, found, gone = [], isList = false, readAt }: Apply) => {
    const byId = new Map(found.map((one) => [one.askedId ?? one.external.id, one] as const));
    const known = await knownOf(tx, workspaceId, connectionId, [...byId.keys(), ...gone]);
    const off = new Set<string | null>(await projectsOff(tx, workspaceId, connectionId));
    const rows = known.filter(({ project_id }) => !off.has(project_id));
    const moved: Moved[] = [];
    const elsewhere: string[] = [];
    const readAgain: string[] = [];
    for (const row of rows) {
      const there = byId.get(row.external_id ?? "");
      const mayBeBack = isList && row.state === "gone";
      const isOlder = row.pushed_at !== null && row.pushed_at >= readAt;
      if (there && (mayBeBack || (isOlder && hasMoved(row, there)))) {
        readAgain.push(row.external_id ?? there.external.id);
        continue;
      }
      const changes = there
        ? changesOf(row, there)
        : row.state === "sent"
          ? { state: "gone" as const }
          : null;
      if (changes === null) continue;
      await tx
        .updateTable("push_items")
        .set(changes)
        .where(inScope({ workspaceId, connectionId, target: row.target }))
        .where("kind", "=", row.kind)
        .where("entity_id", "=", row.entity_id)
        .execute();
      if (row.kind !== "spec") continue;
      if (changes.state !== undefined) elsewhere.push(row.entity_id);
      if (there && isTakenOver(row, there)) moved.push({ specId: row.entity_id, status: there.status });
    }
    await tellExternals(tx, workspaceId, elsewhere);
    await setStatuses(tx, workspaceId, moved);
    if (readAgain.length > 0) await refreshSoon(tx, { workspaceId, connectionId, externalIds: readAgain });
  },
);

const atFirst = "TODO";

type Row = Awaited<ReturnType<typeof knownOf>>[number];

const hasMoved = (row: Row, there: Found) => (row.remote_status ?? atFirst) !== there.status;

/** Tests whether the remote status becomes the spec's. */
function isTakenOver(row: Row, there: Found): boolean {
  if (!hasMoved(row, there)) return false;
  const { sending_status: sending } = row;
  if (row.state === "sending" && sending !== null && isAsWritten(sending, there.status)) return false;
  return !isChangedHere(row, there);
}

/**
 * Tests for an unpushed local finish or reopening since the last agreement. Being in progress doesn't block
 * remote changes.
 */
function isChangedHere(row: Row, there: Found): boolean {
  const base = statusBaseOf(row);
  const wanted =
    row.spec_status && statusToSend(row.spec_status, row.tracker_statuses === "off" ? undefined : "close");
  if (!base || !wanted || row.tracker_statuses === null) return false;
  return !isMet(wanted, base.ours) && !isMet(wanted, there.status);
}

/** Returns changed columns; null if nothing is new. */
function changesOf(row: Row, there: Found) {
  const { key, url } = there.external;
  const isBack = row.state === "gone";
  const endsLook = row.look !== null && (isBack || isOver(row.look, there.sight));
  const isSame = !hasMoved(row, there) && row.external_key === key && row.external_url === url;
  if (isSame && !isBack && !endsLook) return null;
  const base = statusBaseOf(row);
  return {
    remote_status: there.status,
    ...(base && isTakenOver(row, there) ? rowOfBase({ ours: there.status, theirs: there.status }) : {}),
    ...rowOfExternal(there.external),
    ...(isBack ? { state: "sent" as const } : {}),
    ...(endsLook ? { look: null } : {}),
  };
}

/**
 * Returns rows of issues outside of archived plans and deleted specs. A spec's plan in the ledger may be
 * stale.
 */
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
        .on("plans.id", "=", (builder) => builder.fn.coalesce("specs.plan_id", "push_items.plan_id")),
    )
    .leftJoin("projects", (join) =>
      join
        .onRef("projects.workspace_id", "=", "push_items.workspace_id")
        .onRef("projects.id", "=", "plans.project_id"),
    )
    .select(["target", "kind", "entity_id", "external_id", "external_key", "external_url", "remote_status"])
    .select(["push_items.state", "sending_status", "base_status", "base_remote_status", "pushed_at", "look"])
    .select(["plans.project_id", "specs.status as spec_status", "projects.tracker_statuses"])
    .where("push_items.workspace_id", "=", workspaceId)
    .where("push_items.connection_id", "=", connectionId)
    .where("push_items.kind", "in", issueKinds)
    .where(isOneOf(tx, "push_items.external_id", externalIds))
    .where("plans.archived_at", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("deleted_specs")
            .select("id")
            .whereRef("deleted_specs.workspace_id", "=", "push_items.workspace_id")
            .whereRef("deleted_specs.id", "=", "push_items.entity_id"),
        ),
      ),
    )
    .execute();
}
