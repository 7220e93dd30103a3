import {
  type EvidencePolicy,
  evidencePolicy,
  type Policy,
  type ReviewerPolicy,
  reviewerPolicy,
} from "@groundplan/contract";
import { ApiError } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { expectOne } from "../../storage/expect-one.ts";
import { type Param, statement } from "../../storage/statement.ts";

/** A project's own policy, in which null follows the workspace. */
export interface OwnPolicy {
  evidence: EvidencePolicy | null;
  reviewer: ReviewerPolicy | null;
}

/** The values of each field, the weakest first. */
const strictness = { evidence: evidencePolicy.options, reviewer: reviewerPolicy.options };
const fields = ["evidence", "reviewer"] as const;

/** Returns the values of a field that are weaker than the policy's. */
export function weakerThan(policy: Policy, field: keyof Policy): readonly string[] {
  const values: readonly string[] = strictness[field];
  return values.slice(0, values.indexOf(policy[field]));
}

const isWeaker = (own: OwnPolicy, workspace: Policy, field: keyof Policy): boolean =>
  weakerThan(workspace, field).includes(own[field] ?? "");

/** Returns a project's policy with the workspace's value in the place of each weaker one. */
export const raised = (own: OwnPolicy, workspace: Policy): OwnPolicy => ({
  evidence: isWeaker(own, workspace, "evidence") ? workspace.evidence : own.evidence,
  reviewer: isWeaker(own, workspace, "reviewer") ? workspace.reviewer : own.reviewer,
});

export const effectivePolicy = (own: OwnPolicy, workspace: Policy): Policy => ({
  evidence: own.evidence ?? workspace.evidence,
  reviewer: own.reviewer ?? workspace.reviewer,
});

/** Throws 409 for each field in which a project's policy would be weaker than its workspace's. */
export function refuseWeaker(own: OwnPolicy, workspace: Policy): void {
  const details = fields
    .filter((field) => isWeaker(own, workspace, field))
    .map((field) => ({
      path: `/${field}`,
      message: `is weaker than the workspace's, which is ${workspace[field]}`,
    }));
  if (details.length === 0) return;
  throw new ApiError(
    "policy_weaker",
    `${details.map(({ path, message }) => `${path.slice(1)} ${message}`).join("; ")}. Choose one that is at least as strict, or null to follow the workspace.`,
    details,
  );
}

export const isSamePolicy = (a: OwnPolicy, b: OwnPolicy): boolean =>
  fields.every((field) => a[field] === b[field]);

export async function workspacePolicy(db: Db, workspaceId: string): Promise<Policy> {
  return expectOne(await ofWorkspace(db, { workspaceId }));
}

const ofWorkspace = statement((db, param: Param<{ workspaceId: string }>) =>
  db
    .selectFrom("workspaces")
    .select(["evidence_policy as evidence", "reviewer_policy as reviewer"])
    .where("id", "=", param("workspaceId")),
);

/** Returns the policy in force for a plan. */
export async function policyOf(
  db: Db,
  { workspace_id: workspaceId, project_id: projectId }: { workspace_id: string; project_id: string },
): Promise<Policy> {
  return expectOne(await inForce(db, { workspaceId, projectId }));
}

const inForce = statement((db, param: Param<{ workspaceId: string; projectId: string }>) =>
  db
    .selectFrom("projects")
    .innerJoin("workspaces", "workspaces.id", "projects.workspace_id")
    .select((builder) => [
      builder.fn.coalesce("projects.evidence_policy", "workspaces.evidence_policy").as("evidence"),
      builder.fn.coalesce("projects.reviewer_policy", "workspaces.reviewer_policy").as("reviewer"),
    ])
    .where("projects.workspace_id", "=", param("workspaceId"))
    .where("projects.id", "=", param("projectId")),
);

/** Returns the workspace's owners, who are told of a changed policy. */
export async function ownersOf(db: Db, workspaceId: string): Promise<string[]> {
  const owners = await db
    .selectFrom("memberships")
    .select("user_id")
    .where("workspace_id", "=", workspaceId)
    .where("role", "=", "OWNER")
    .orderBy("user_id")
    .execute();
  return owners.map(({ user_id }) => user_id);
}
