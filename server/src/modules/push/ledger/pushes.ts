import type { FieldValues } from "@groundplan/contract";
import type { Selectable, Updateable } from "kysely";
import type { Db, Tx } from "../../../storage/dialect.ts";
import type { Tables } from "../../../storage/tables.ts";
import { planHandle, specHandle } from "../../handles.ts";
import { type Part, parts } from "../../trackers/tracker.ts";
import type { LedgerScope } from "./ledger.ts";
import type { SentStatuses } from "./statuses.ts";

export type OnGone = "recreate" | "release";

/** The options of a push, kept in its row. */
export interface PushOptions {
  holdBelowReady: boolean;
  includeSubPlans: boolean;
  /** The ids of the plan's own specs that are pushed, without sub-plans; null for all. */
  specIds: string[] | null;
  /** True where specs that are done or cancelled are pushed for the first time, too. */
  includeDone?: boolean;
  /**
   * Says what happens to fields that were edited both here and in the tracker. Fields edited only there are left
   * alone.
   */
  onConflict: "keep" | "overwrite";
  /** The fields that `overwrite` means; all where there are none. */
  overwriteFields?: Part[];
  /** Says what happens to issues that are gone from the tracker. Where it is not set, they are reported and left. */
  onGone?: OnGone;
  /** With `live`, references in texts keep their effect in the tracker; else they have none. */
  references?: "live";
  /** The values of fields that issues are created with. */
  fields?: FieldValues;
  /** The statuses of specs that are sent; none where it is absent. */
  statuses?: SentStatuses;
  /** True where what the tracker could not take is tried again. */
  retry: boolean;
}

/** Returns the fields that are written over what people wrote in the tracker. */
export const overwrittenFields = ({ onConflict, overwriteFields }: PushOptions): readonly Part[] =>
  onConflict === "overwrite" ? (overwriteFields ?? parts) : [];

/** The plan that is pushed, the target, and the options. */
export interface PushRequest extends LedgerScope {
  planId: string;
  options: PushOptions;
}

export type PushRow = Selectable<Tables["pushes"]>;
export type StepRow = Selectable<Tables["push_steps"]>;

/** Returns the row of a push, if there is one with this id. */
export function findPush(db: Db, workspaceId: string, pushId: string): Promise<PushRow | undefined> {
  return db
    .selectFrom("pushes")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", pushId)
    .executeTakeFirst();
}

/** Writes these columns of the push's row; the others stay as they are. */
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

/** Selects from the steps of a push. */
export function stepsOf(db: Db, push: Pick<PushRow, "workspace_id" | "id">) {
  return db
    .selectFrom("push_steps")
    .where("workspace_id", "=", push.workspace_id)
    .where("push_id", "=", push.id);
}

/** Returns the part of the ledger that a push writes. */
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

/** Returns the plan that is pushed. */
export function pushedPlan(db: Db, push: PushRow) {
  return db
    .selectFrom("plans")
    .select(["id", "number", "name", "project_id", "root_plan_id"])
    .where("workspace_id", "=", push.workspace_id)
    .where("id", "=", push.plan_id)
    .executeTakeFirstOrThrow();
}

/** Returns the name of a plan or spec here, as its issue tells it. */
export const handleOf = (planNumber: number, specNumber: number | null) =>
  specNumber === null ? planHandle(planNumber) : `${planHandle(planNumber)} / ${specHandle(specNumber)}`;

/** Returns who the events of a push are attributed to. */
export const requestedBy = (push: PushRow) => ({
  workspaceId: push.workspace_id,
  userId: push.requested_by,
  credentialId: push.credential_id,
});
