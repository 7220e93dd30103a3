import type { Policy } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { appendEvents, type NewEvent } from "../../events/append.ts";
import { isOneOf, type Tx } from "../../storage/dialect.ts";
import { isSamePolicy, type OwnPolicy, ownersOf, raised, weakerThan, workspacePolicy } from "./policy.ts";

/** Changes the workspace's policy, and raises those of projects that would be weaker (docs/decisions/claims.md). */
export async function changePolicy(
  tx: Tx,
  actor: Actor,
  { evidence, reviewer }: { [field in keyof Policy]?: Policy[field] | undefined },
): Promise<void> {
  const { workspaceId } = actor;
  const from = await workspacePolicy(tx, workspaceId);
  const to = { evidence: evidence ?? from.evidence, reviewer: reviewer ?? from.reviewer };
  if (isSamePolicy(from, to)) return;
  await tx
    .updateTable("workspaces")
    .set({ evidence_policy: to.evidence, reviewer_policy: to.reviewer })
    .where("id", "=", workspaceId)
    .execute();
  await appendEvents(tx, actor, [
    {
      type: "policy.changed",
      subjectId: workspaceId,
      notifies: await ownersOf(tx, workspaceId),
      data: { from, to },
    },
    ...(await raiseProjects(tx, workspaceId, to)),
  ]);
}

/** Raises projects whose own policy is weaker, deleted ones too, and returns an event for each. */
async function raiseProjects(tx: Tx, workspaceId: string, policy: Policy): Promise<NewEvent[]> {
  const weaker = await tx
    .selectFrom("projects")
    .select(["id", "slug", "evidence_policy as evidence", "reviewer_policy as reviewer"])
    .where("workspace_id", "=", workspaceId)
    .where((where) =>
      where.or([
        isOneOf(tx, "evidence_policy", weakerThan(policy, "evidence")),
        isOneOf(tx, "reviewer_policy", weakerThan(policy, "reviewer")),
      ]),
    )
    .orderBy("id")
    .execute();
  const events: NewEvent[] = [];
  for (const { id, slug, ...from } of weaker) {
    const to = raised(from, policy);
    await setPolicy(tx, { workspace_id: workspaceId, id }, to);
    const about = { subjectId: id, projectId: id, projectSlug: slug };
    // Its owners are told of the workspace's policy.
    events.push({ type: "policy.changed", ...about, notifies: [], data: { from, to } });
  }
  return events;
}

async function setPolicy(
  tx: Tx,
  project: { workspace_id: string; id: string },
  { evidence, reviewer }: OwnPolicy,
): Promise<void> {
  await tx
    .updateTable("projects")
    .set({ evidence_policy: evidence, reviewer_policy: reviewer })
    .where("workspace_id", "=", project.workspace_id)
    .where("id", "=", project.id)
    .execute();
}
