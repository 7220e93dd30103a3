import type { Actor } from "../../../actor.ts";
import { type Command, command } from "../../../dispatch/commands.ts";
import { ApiError } from "../../../errors.ts";
import { holdsClaim } from "../../../jobs/queue.ts";
import type { JobRun } from "../../../jobs/runner.ts";
import { type Db, isOneOf, type Tx } from "../../../storage/dialect.ts";
import { findConnectionById, isConnected } from "../../connectors/access.ts";
import { plansReadableBy, requireEdit, withCapability } from "../../plans/access.ts";
import { findPush, type PushRow } from "../ledger/pushes.ts";

/**
 * The push that a write belongs to, and the claim of the worker that carries it out. Every write of a push names both.
 */
export interface Fence {
  workspaceId: string;
  pushId: string;
  claim: JobRun["claim"];
}

/** The result of a command whose worker no longer carries the push out, or whose push is over. */
export const lost = "lost";

/**
 * Declares a command of a running push. It changes nothing for a worker that lost its claim: another one has gone on
 * from what the ledger says.
 */
export function fenced<I, O>(
  name: string,
  run: (tx: Tx, input: I, push: PushRow) => Promise<O>,
): Command<I & Fence, O | typeof lost> {
  return command(
    name,
    ({ workspaceId }: Fence) => workspaceId,
    async (tx: Tx, input: I & Fence) => {
      if (!(await holdsClaim(tx, input.claim))) return lost;
      const push = await findPush(tx, input.workspaceId, input.pushId);
      return push && push.finished_at === null ? run(tx, input, push) : lost;
    },
  );
}

/**
 * Returns the person who asked for a push, as the workspace knows them now; null once they are no longer a member.
 * Their credential is not checked: it only started the push, and may have expired since.
 */
export async function requesterOf(db: Db, push: PushRow): Promise<Actor | null> {
  const row = await db
    .selectFrom("memberships")
    .innerJoin("users", "users.id", "memberships.user_id")
    .select(["memberships.role", "users.name", "users.email"])
    .where("memberships.workspace_id", "=", push.workspace_id)
    .where("memberships.user_id", "=", push.requested_by)
    .executeTakeFirst();
  if (!row) return null;
  return {
    workspaceId: push.workspace_id,
    userId: push.requested_by,
    userName: row.name,
    email: row.email,
    role: row.role,
    scope: "write",
    credentialId: push.credential_id,
    credentialKind: "api_key",
  };
}

export const cancelled = "The push was cancelled. What was written stays; push again to go on.";

/** Returns a sentence that says why the push may not go on; null while it may. A removed member's push stops. */
export async function whyStop(db: Db, push: PushRow): Promise<string | null> {
  if (push.cancelled_by !== null) return cancelled;
  const connection = await findConnectionById(db, push.workspace_id, push.connection_id);
  if (!connection || !isConnected(connection))
    return "The tracker was disconnected. Connect it and push again.";
  const actor = await requesterOf(db, push);
  if (!actor) return "The person who started this push is no longer a member of the workspace.";
  const row = await plansReadableBy(db, actor).where("plans.id", "=", push.plan_id).executeTakeFirst();
  if (!row) return "The person who started this push can no longer read the plan.";
  try {
    requireEdit(withCapability(actor, row));
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}

/** Returns those of these plans that were archived since, or moved to where the requester can't edit them. */
export async function plansLeftSince(
  db: Db,
  push: PushRow,
  planIds: readonly string[],
): Promise<Set<string>> {
  const others = [...new Set(planIds)].filter((id) => id !== push.plan_id); // `whyStop` checks the pushed plan.
  const actor = others.length > 0 ? await requesterOf(db, push) : null;
  if (!actor) return new Set();
  const there = await db
    .selectFrom("plans")
    .select("id")
    .where("workspace_id", "=", push.workspace_id)
    .where(isOneOf(db, "id", others))
    .execute();
  const open = await plansReadableBy(db, actor)
    .where(isOneOf(db, "plans.id", others))
    .where("plans.archived_at", "is", null)
    .execute();
  const editable = open.filter((row) => withCapability(actor, row).capability !== "READ");
  return new Set(there.map(({ id }) => id)).difference(new Set(editable.map(({ id }) => id)));
}
