import type { Role } from "@groundplan/contract";
import { type Command, command } from "../../dispatch/handlers.ts";
import { ApiError } from "../../errors.ts";
import { holdsClaim } from "../../jobs/queue.ts";
import type { JobRun } from "../../jobs/runner.ts";
import { type Db, isOneOf, type Tx } from "../../storage/dialect.ts";
import { findConnectionById, isConnected } from "../connectors/access.ts";
import type { Actor } from "../identity/actor.ts";
import { plansReadableBy, requireEdit, withCapability } from "../plans/access.ts";
import { findRun, type RunRow } from "./runs.ts";

/** What every write of a push names: its run, and the claim of the worker that carries it out. */
export interface Fence {
  workspaceId: string;
  runId: string;
  claim: JobRun["claim"];
}

/** The worker that asked is no longer the one that carries the push out, or the push is over. */
export const lost = "lost";

/**
 * A command of a push at work. A worker that lost its claim changes nothing: another one has gone on from what
 * the ledger says.
 */
export function fenced<I extends Fence, O>(
  name: string,
  run: (tx: Tx, input: I, push: RunRow) => Promise<O>,
): Command<I, O | typeof lost> {
  return command(
    name,
    ({ workspaceId }: I) => workspaceId,
    async (tx: Tx, input: I) => {
      if (!(await holdsClaim(tx, input.claim))) return lost;
      const push = await findRun(tx, input.workspaceId, input.runId);
      return push && push.finished_at === null ? run(tx, input, push) : lost;
    },
  );
}

/**
 * The person who asked for a push, as the workspace knows them now; null once they are no longer a member. The
 * credential they used counts no more: it started the push and may have expired since.
 */
export async function requesterOf(db: Db, run: RunRow): Promise<Actor | null> {
  const row = await db
    .selectFrom("memberships")
    .innerJoin("users", "users.id", "memberships.user_id")
    .select(["memberships.role", "users.name", "users.email"])
    .where("memberships.workspace_id", "=", run.workspace_id)
    .where("memberships.user_id", "=", run.requested_by)
    .executeTakeFirst();
  if (!row) return null;
  return {
    workspaceId: run.workspace_id,
    userId: run.requested_by,
    userName: row.name,
    email: row.email,
    role: row.role as Role,
    scope: "write",
    credentialId: run.credential_id,
    credentialKind: "api_key",
  };
}

export const cancelled = "The push was cancelled. What was written stays; push again to go on.";

/** Why the push may not go on, as a sentence; null while it may. A removed member's push stops. */
export async function whyStop(db: Db, run: RunRow): Promise<string | null> {
  if (run.cancelled_by !== null) return cancelled;
  const connection = await findConnectionById(db, run.workspace_id, run.connection_id);
  if (!connection || !isConnected(connection))
    return "The tracker was disconnected. Connect it and push again.";
  const actor = await requesterOf(db, run);
  if (!actor) return "The person who started this push is no longer a member of the workspace.";
  const row = await plansReadableBy(db, actor).where("plans.id", "=", run.plan_id).executeTakeFirst();
  if (!row) return "The person who started this push can no longer read the plan.";
  try {
    requireEdit(withCapability(actor, row));
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}

/** Of these plans those that were archived since, or moved to where the person who asked can't edit them. */
export async function leftSince(db: Db, run: RunRow, planIds: readonly string[]): Promise<Set<string>> {
  const others = [...new Set(planIds)].filter((id) => id !== run.plan_id); // `whyStop` looks at that one.
  const actor = others.length > 0 ? await requesterOf(db, run) : null;
  if (!actor) return new Set();
  const there = await db
    .selectFrom("plans")
    .select("id")
    .where("workspace_id", "=", run.workspace_id)
    .where(isOneOf(db, "id", others))
    .execute();
  const open = await plansReadableBy(db, actor)
    .where(isOneOf(db, "plans.id", others))
    .where("plans.archived_at", "is", null)
    .execute();
  const editable = open.filter((row) => withCapability(actor, row).capability !== "READ");
  return new Set(there.map(({ id }) => id)).difference(new Set(editable.map(({ id }) => id)));
}
