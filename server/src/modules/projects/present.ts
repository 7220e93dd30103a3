import type { Policy, Project } from "@groundplan/contract";
import type { Selectable } from "kysely";
import type { z } from "zod";
import type { Db } from "../../storage/dialect.ts";
import type { Tables } from "../../storage/tables.ts";
import type { ProjectRow } from "./access.ts";
import { effectivePolicy, workspacePolicy } from "./policy.ts";
import { repositoriesOf } from "./store.ts";

type Wire = z.infer<typeof Project>;

/** Returns the API's form of projects with repositories. */
export async function presentProjects(
  db: Db,
  workspaceId: string,
  rows: readonly ProjectRow[],
): Promise<Wire[]> {
  const repositories = await repositoriesOf(
    db,
    workspaceId,
    rows.map((row) => row.id),
  );
  const policy = await workspacePolicy(db, workspaceId);
  const byProject = Map.groupBy(repositories, (row) => row.project_id);
  return rows.map((row) => presentProject(row, byProject.get(row.id) ?? [], policy));
}

function presentProject(
  row: ProjectRow,
  repositories: readonly Selectable<Tables["repositories"]>[],
  policy: Policy,
): Wire {
  const own = { evidence: row.evidence_policy, reviewer: row.reviewer_policy };
  const primary = repositories.find((repository) => repository.is_primary === 1) ?? repositories[0];
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    repositoryId: primary?.id ?? null,
    repositoryIds: repositories.map((repository) => repository.id),
    repositories: repositories.map((repository) => ({
      id: repository.id,
      provider: repository.provider,
      fullName: repository.full_name,
      defaultBranch: repository.default_branch,
      primary: repository.id === primary?.id,
    })),
    evidence: own.evidence,
    reviewer: own.reviewer,
    effectivePolicy: effectivePolicy(own, policy),
    archivedAt: row.archived_at,
  };
}
