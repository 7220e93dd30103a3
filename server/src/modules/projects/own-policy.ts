import type { Actor } from "../../actor.ts";
import type { NewEvent } from "../../events/append.ts";
import type { Tx } from "../../storage/dialect.ts";
import { type ProjectRow, requireOwner } from "./access.ts";
import { isSamePolicy, type OwnPolicy, ownersOf, refuseWeaker, workspacePolicy } from "./policy.ts";

/** The policy of a project that follows its workspace. */
export const noPolicy: OwnPolicy = { evidence: null, reviewer: null };

/** Returns a project's policy after a request, which only owners may change: 403, and 409 for a weaker one. */
export async function wantedPolicy(
  tx: Tx,
  actor: Actor,
  body: { [field in keyof OwnPolicy]?: OwnPolicy[field] | undefined },
  before: OwnPolicy,
): Promise<OwnPolicy> {
  const { evidence = before.evidence, reviewer = before.reviewer } = body;
  if (body.evidence === undefined && body.reviewer === undefined) return before;
  requireOwner(actor, "change the policy of a project");
  refuseWeaker({ evidence, reviewer }, await workspacePolicy(tx, actor.workspaceId));
  return { evidence, reviewer };
}

/** Returns the event of a changed policy, if it changed. */
export async function policyEvents(
  tx: Tx,
  { workspace_id, id }: ProjectRow,
  from: OwnPolicy,
  to: OwnPolicy,
): Promise<NewEvent[]> {
  if (isSamePolicy(from, to)) return [];
  const notifies = await ownersOf(tx, workspace_id);
  return [{ type: "policy.changed", subjectId: id, projectId: id, notifies, data: { from, to } }];
}
