import { createProject, deleteProject, type Input, updateProject } from "@groundplan/contract";
import { disclosesNothing, post, type Write, write } from "../../dispatch/handlers.ts";
import { ApiError, inField } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { newId, now } from "../../ids.ts";
import { slugBase } from "../../slug.ts";
import { isOneOf, type Tx } from "../../storage/dialect.ts";
import { expectOne } from "../../storage/expect-one.ts";
import { requireRecentSignIn } from "../identity/recent-sign-in.ts";
import { editableProject, ownedProject, type ProjectRow, requireMember } from "./access.ts";
import { noPolicy, policyEvents, wantedPolicy } from "./own-policy.ts";
import { isSamePolicy } from "./policy.ts";
import { presentProjects } from "./present.ts";
import { findHolder, replaceRepositories, repositoriesOf } from "./store.ts";

/** Retention of deleted projects in days, read before the transaction. */
type Kept = { prepared: number };
const prepare: Write["prepare"] = async (_db, _actor, _input, { archiveDays }) => archiveDays;

const create: Write<typeof createProject>["run"] = async (
  tx,
  actor,
  { body, prepared }: Input<typeof createProject> & Kept,
) => {
  requireMember(actor);
  const policy = await wantedPolicy(tx, actor, body, noPolicy);
  if (body.slug !== undefined) await requireFreeSlug(tx, actor.workspaceId, body.slug, prepared);
  const slug = body.slug ?? (await freeSlug(tx, actor.workspaceId, body.name));
  const timestamp = now();
  const row: ProjectRow = {
    workspace_id: actor.workspaceId,
    id: newId(),
    slug,
    name: body.name,
    tracker_provider: null,
    tracker_target: null,
    tracker_references: null,
    tracker_statuses: null,
    tracker_details: null,
    tracker_fields: null,
    tracker_required_fields: null,
    evidence_policy: policy.evidence,
    reviewer_policy: policy.reviewer,
    archived_at: null,
    created_at: timestamp,
    updated_at: timestamp,
  };
  await tx.insertInto("projects").values(row).execute();
  await replaceRepositories(tx, row, repositoryRows(row, body.repositories ?? [], []));
  await appendEvents(tx, actor, [
    { type: "project.created", subjectId: row.id, projectId: row.id, data: { slug } },
    ...(await policyEvents(tx, row, noPolicy, policy)),
  ]);
  return { project: expectOne(await presentProjects(tx, actor.workspaceId, [row])) };
};

export const projectCreate = post(createProject, disclosesNothing, create, { prepare });

const update: Write<typeof updateProject>["run"] = async (
  tx,
  actor,
  { params, body, prepared }: Input<typeof updateProject> & Kept,
) => {
  const before = await editableProject(tx, actor, params.projectSlug);
  const ownPolicy = { evidence: before.evidence_policy, reviewer: before.reviewer_policy };
  const policy = await wantedPolicy(tx, actor, body, ownPolicy);
  if (body.slug !== undefined && body.slug !== before.slug)
    await requireFreeSlug(tx, actor.workspaceId, body.slug, prepared);
  const { name = before.name, slug = before.slug } = body;
  const isRenamed = name !== before.name || slug !== before.slug;
  if (!isRenamed && !body.repositories && isSamePolicy(ownPolicy, policy))
    return { project: expectOne(await presentProjects(tx, actor.workspaceId, [before])) };
  const changes = {
    name,
    slug,
    evidence_policy: policy.evidence,
    reviewer_policy: policy.reviewer,
    updated_at: now(),
  };
  const row = { ...before, ...changes };
  await tx
    .updateTable("projects")
    .set(changes)
    .where("workspace_id", "=", row.workspace_id)
    .where("id", "=", row.id)
    .execute();
  if (body.repositories) {
    const kept = await repositoriesOf(tx, row.workspace_id, [row.id]);
    await replaceRepositories(tx, row, repositoryRows(row, body.repositories, kept));
  }
  const changed = Object.keys(body).filter((key) => key !== "evidence" && key !== "reviewer");
  await appendEvents(tx, actor, [
    ...(changed.length > 0
      ? [
          {
            type: "project.updated" as const,
            subjectId: row.id,
            projectId: row.id,
            data: { changed },
          },
        ]
      : []),
    ...(await policyEvents(tx, row, ownPolicy, policy)),
  ]);
  return { project: expectOne(await presentProjects(tx, actor.workspaceId, [row])) };
};

export const projectUpdate = write(updateProject, update, { prepare });

/** Deletes a project: archives it with all plans, restorably (decisions section 3, archive). */
export const projectDelete = write(deleteProject, async (tx, actor, { params }) => {
  const project = await ownedProject(tx, actor, params.projectSlug);
  requireRecentSignIn(actor);
  const timestamp = now();
  await tx
    .updateTable("projects")
    .set({ archived_at: timestamp })
    .where("workspace_id", "=", project.workspace_id)
    .where("id", "=", project.id)
    .execute();
  await tx
    .updateTable("plans")
    .set({ archived_at: timestamp, archived_with: project.id })
    .where("workspace_id", "=", project.workspace_id)
    .where("project_id", "=", project.id)
    .where("archived_at", "is", null)
    .execute();
  await appendEvents(tx, actor, [
    { type: "project.deleted", subjectId: project.id, projectId: project.id, data: {} },
  ]);
  return { deleted: true as const };
});

type NewRepository = { provider: string; fullName: string; defaultBranch: string; primary: boolean };

/** Returns the repositories' rows; existing ones keep their ids. */
function repositoryRows(
  project: { workspace_id: string; id: string },
  repositories: readonly NewRepository[],
  before: readonly { id: string; provider: string; full_name: string }[],
) {
  const ids = new Map(before.map((row) => [`${row.provider} ${row.full_name}`, row.id]));
  return repositories.map((repository, position) => {
    const name = `${repository.provider} ${repository.fullName}`;
    const id = ids.get(name) ?? newId();
    ids.delete(name);
    return {
      workspace_id: project.workspace_id,
      project_id: project.id,
      id,
      provider: repository.provider,
      full_name: repository.fullName,
      default_branch: repository.defaultBranch,
      is_primary: repository.primary ? 1 : 0,
      position,
    };
  });
}

async function requireFreeSlug(tx: Tx, workspaceId: string, slug: string, keptDays: number): Promise<void> {
  const holder = await findHolder(tx, workspaceId, slug);
  if (!holder) return;
  const { archived_at: deletedAt } = holder;
  const message =
    deletedAt === null
      ? `A project with the slug ${slug} exists already. Choose another slug.`
      : `A deleted project has the slug ${slug} until ${daysAfter(deletedAt, keptDays)}. Restore it, or choose another slug.`;
  throw inField("/slug", new ApiError("slug_taken", message));
}

const daysAfter = (time: string, days: number): string =>
  new Date(Date.parse(time) + days * 24 * 3600_000).toISOString();

/** Returns a free slug from the name, numbered if taken. */
async function freeSlug(tx: Tx, workspaceId: string, name: string): Promise<string> {
  const base = slugBase(name, "project");
  for (let from = 1; ; from += 100) {
    const slugs = Array.from({ length: 100 }, (_, n) => (from + n === 1 ? base : `${base}-${from + n}`));
    const rows = await tx
      .selectFrom("projects")
      .select("slug")
      .where("workspace_id", "=", workspaceId)
      .where(isOneOf(tx, "slug", slugs))
      .execute();
    const taken = new Set(rows.map(({ slug }) => slug));
    const free = slugs.find((slug) => !taken.has(slug));
    if (free !== undefined) return free;
  }
}
