import type { FieldValues, TrackerDetail } from "@groundplan/contract";
import type { Selectable, Updateable } from "kysely";
import type { Db, Tx } from "../../../storage/dialect.ts";
import type { Tables } from "../../../storage/tables.ts";
import { planHandle, specHandle } from "../../handles.ts";
import { type ItemPart, parts } from "../../trackers/tracker.ts";
import type { LedgerScope } from "./ledger.ts";
import type { SentStatuses } from "./statuses.ts";

export type OnGone = "recreate" | "release";

export interface PushOptions {
  holdBelowReady: boolean;
  includeSubPlans: boolean;
  /** The plan's own specs to push, without sub-plans; null for all. */
  specIds: string[] | null;
  /** True if finished specs are also pushed for the first time. */
  includeDone?: boolean;
  /** For fields edited on both sides; those edited only in the tracker stay. */
  onConflict: "keep" | "overwrite";
  /** All by default. */
  overwriteFields?: ItemPart[];
  /** By default, gone issues are reported and left. */
  onGone?: OnGone;
  /** By default, references in texts are neutralized. */
  references?: "live";
  fields?: FieldValues;
  statuses?: SentStatuses;
  /** None by default. */
  details?: TrackerDetail[];
  /** True if refused items are retried. */
  retry: boolean;
}

/** Returns the fields that may overwrite users' edits. */
export const overwrittenFields = ({ onConflict, overwriteFields }: PushOptions): readonly ItemPart[] =>
  onConflict === "overwrite" ? (overwriteFields ?? parts) : [];

export interface PushRequest extends LedgerScope {
  planId: string;
  options: PushOptions;
}

export type PushRow = Selectable<Tables["pushes"]>;
export type StepRow = Selectable<Tables["push_steps"]>;

export function findPush(db: Db, workspaceId: string, pushId: string): Promise<PushRow | undefined> {
  return db
    .selectFrom("pushes")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", pushId)
    .executeTakeFirst();
}

export async function updatePush(
  tx: Tx,
  push: PushRow,
  values: Omit<Updateable<Tables["pushes"]>, "workspace_id" | "id">,
): Promise<void> {
  await tx
    .updateTable("pushes")
    .set(values)
    .where("workspace_id", "=", push.workspace_id)
    .where("id", "=", push.id)
    .execute();
}

export function stepsOf(db: Db, push: Pick<PushRow, "workspace_id" | "id">) {
  return db
    .selectFrom("push_steps")
    .where("workspace_id", "=", push.workspace_id)
    .where("push_id", "=", push.id);
}

export const scopeOf = (push: PushRow): LedgerScope => ({
  workspaceId: push.workspace_id,
  connectionId: push.connection_id,
  target: push.target,
});

export const requestOf = (push: PushRow): PushRequest => ({
  ...scopeOf(push),
  planId: push.plan_id,
  options: optionsOf(push),
});

export const optionsOf = (push: Pick<PushRow, "options">) => JSON.parse(push.options) as PushOptions;

export function pushedPlan(db: Db, push: PushRow) {
  return db
    .selectFrom("plans")
    .select(["id", "number", "name", "project_id", "root_plan_id"])
    .where("workspace_id", "=", push.workspace_id)
    .where("id", "=", push.plan_id)
    .executeTakeFirstOrThrow();
}

export const handleOf = (planNumber: number, specNumber: number | null) =>
  specNumber === null ? planHandle(planNumber) : `${planHandle(planNumber)} / ${specHandle(specNumber)}`;

export const requestedBy = (push: PushRow) => ({
  workspaceId: push.workspace_id,
  userId: push.requested_by,
  credentialId: push.credential_id,
});
