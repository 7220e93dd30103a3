import type { Actor } from "../../actor.ts";
import { ApiError, notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { type SourceRow, sourceOfId } from "../context/access.ts";
import { pagePath, planHandle } from "../handles.ts";
import { type PlanRow, referencedPlan, rightToEdit } from "../plans/access.ts";
import { projectOfId } from "../projects/access.ts";
import type { FoundDocument } from "./document.ts";

/**
 * Finds a source's document. Shared sources are discussed in an inheriting plan that the caller names;
 * unreadable ones count as none.
 */
export async function findSourceDocument(
  db: Db,
  actor: Actor,
  id: string,
  discussionPlanId: string | undefined,
): Promise<FoundDocument> {
  const source = await sourceOfId(db, actor.workspaceId, id);
  if (!source) throw notFound("document");
  const own = source.plan_id === null ? null : await referencedPlan(db, actor, source.plan_id);
  const isShared = own === null;
  const project = source.project_id === null ? null : await projectOfId(db, actor, source.project_id);
  const discussion = isShared ? await discussionPlan(db, actor, source, discussionPlanId) : null;
  return {
    workspaceId: source.workspace_id,
    id: source.id,
    kind: "context-source",
    target: { kind: "context-source", id: source.id },
    specNumber: null,
    title: source.title,
    subjectId: source.id,
    revision: source.revision,
    text: source,
    path: ["context", source.folder_path, source.title].filter((part) => part !== "").join("/"),
    page: pagePath({
      projectSlug: project?.slug,
      planShortId: own ? planHandle(own.number) : undefined,
      page: `context/${source.id}`,
    }),
    projectId: source.project_id ?? discussion?.project_id ?? null,
    plan: own ?? discussion,
    applyMode: source.source_kind === "URL" ? "external" : "native",
    isReadOnly: source.source_kind === "URL" || source.source_kind === "UPLOADED",
    isMaintainer: own ? rightToEdit(own) : actor.role !== "VIEWER",
    sourceDocumentId: null,
    needsDiscussionPlan: isShared && discussion === null,
    discussionPlanId: discussion?.id ?? null,
    owner: { userId: source.added_by },
  };
}

/** Returns a shared source's discussion plan if it is readable and inherits the source. */
async function discussionPlan(
  db: Db,
  actor: Actor,
  source: SourceRow,
  reference: string | undefined,
): Promise<PlanRow | null> {
  if (reference === undefined) return null;
  const plan = await referencedPlan(db, actor, reference).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "not_found") return null;
    throw error;
  });
  const inherits = source.project_id === null || source.project_id === plan?.project_id;
  return inherits ? plan : null;
}
