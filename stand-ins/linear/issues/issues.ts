import { badArgument, forbidden, LeftOut } from "../graphql/errors.ts";
import { type Issue, stamp } from "../records.ts";
import type { Context } from "../site.ts";
import {
  applyToIssue,
  archiveIssue,
  insertIssue,
  issueData,
  movePatch,
  unarchiveIssue,
} from "./issue-changes.ts";
import { checkIssue, checkRoom } from "./issue-rules.ts";
import { done, find, findIssue, newId, onlyKnown } from "./lookup.ts";
import { normaliseMarkdown } from "./markdown.ts";

type Patch = {
  title?: string | null;
  description?: string | null;
  estimate?: number | null;
  parentId?: string | null;
  projectId?: string | null;
  projectMilestoneId?: string | null;
  labelIds?: string[] | null;
  stateId?: string | null;
  assigneeId?: string | null;
  teamId?: string | null;
  priority?: number | null;
  sortOrder?: number | null;
  subIssueSortOrder?: number | null;
  prioritySortOrder?: number | null;
  dueDate?: string | null;
};
type Create = Patch & {
  id?: string | null;
  teamId: string;
  createdAt?: string | null;
  createAsUser?: string;
};
type Update = Patch & { addedLabelIds?: string[]; removedLabelIds?: string[]; trashed?: boolean | null };

const plain = [
  ...(["title", "description", "estimate", "projectId", "projectMilestoneId"] as const),
  ...(["stateId", "assigneeId"] as const),
] as const;
const details = ["priority", "sortOrder", "subIssueSortOrder", "prioritySortOrder", "dueDate"] as const;
const shared = [...plain, ...details, "parentId", "labelIds", "teamId"];
const created = [...shared, "id", "createdAt", "createAsUser", "displayIconUrl", "preserveSortOrderOnCreate"];
const updated = [...shared, "addedLabelIds", "removedLabelIds", "trashed"];

/** Returns a validated, unstored issue; or the existing one if a used id is no error. */
function draft(context: Context, input: Create): { issue: Issue; exists: boolean } {
  const { site, viewer, grant } = context;
  onlyKnown("IssueCreateInput", input, created);
  if (input.createAsUser && grant.kind !== "oauth")
    throw forbidden("createAsUser is only for OAuth applications with actor=app");
  const { id, existing } = newId(site, site.issues, input.id);
  if (existing !== undefined) return { issue: existing, exists: true };
  const team = find(site, site.teams, input.teamId, "Team");
  const at = input.createdAt ?? undefined;
  if (at !== undefined && !(Date.parse(at) <= Date.now())) throw badArgument("createdAt must be in the past");
  const issue: Issue = {
    ...stamp("Issue", id, at),
    teamId: team.id,
    number: 0,
    previousIdentifiers: [],
    title: input.title ?? "",
    description: normaliseMarkdown(input.description),
    estimate: input.estimate ?? null,
    parentId: input.parentId ? findIssue(site, input.parentId).id : null,
    projectId: input.projectId ?? null,
    projectMilestoneId: input.projectMilestoneId ?? null,
    labelIds: [...new Set(input.labelIds ?? [])],
    stateId: input.stateId ?? team.defaultStateId,
    creatorId: viewer.id,
    assigneeId: input.assigneeId ?? null,
    trashed: null,
    startedAt: null,
    completedAt: null,
    canceledAt: null,
    priority: input.priority ?? 0,
    ...Object.fromEntries(details.slice(1).map((name) => [name, input[name] ?? null])),
  };
  checkIssue(site, issue, new Set([...plain, "priority", "parentId", "labelIds", "teamId"]));
  return { issue, exists: false };
}

/** Validates all drafts before storing any, so none can depend on another. */
function create(context: Context, inputs: Create[]): Issue[] {
  const drafts = inputs.map((input) => draft(context, input));
  const ids = drafts.map(({ issue }) => issue.id);
  if (new Set(ids).size < ids.length) throw badArgument("id must be unique");
  checkRoom(context.site, drafts.filter(({ exists }) => !exists).length);
  return drafts.map(({ issue, exists }) =>
    exists ? issue : insertIssue(context.site, issue, context.viewer),
  );
}

/** Validates the resulting issue and returns the fields to write. */
function patchOf(context: Context, issue: Issue, input: Update): Partial<Issue> {
  const { site } = context;
  onlyKnown("IssueUpdateInput", input, updated);
  if (input.title === null) throw badArgument("title should not be null");
  if (input.stateId === null) throw badArgument("stateId should not be null");
  const given = [...plain, ...details].filter((name) => input[name] !== undefined);
  const patch: Partial<Issue> = Object.fromEntries(given.map((name) => [name, input[name]]));
  if (input.priority === null) patch.priority = 0;
  if (input.description !== undefined) patch.description = normaliseMarkdown(input.description);
  if (input.parentId !== undefined)
    patch.parentId = input.parentId === null ? null : findIssue(site, input.parentId).id;
  if (input.labelIds ?? input.addedLabelIds ?? input.removedLabelIds) {
    const wanted = [...(input.labelIds ?? issue.labelIds), ...(input.addedLabelIds ?? [])];
    patch.labelIds = [...new Set(wanted)].filter((id) => !input.removedLabelIds?.includes(id));
  }
  if (input.projectId !== undefined && input.projectMilestoneId === undefined)
    patch.projectMilestoneId = null;
  if (input.trashed !== undefined) {
    patch.trashed = input.trashed === true ? true : null;
    patch.archivedAt = input.trashed === true ? new Date().toISOString() : null;
  }
  if (input.teamId && input.teamId !== issue.teamId) {
    if (input.stateId || input.labelIds) throw new LeftOut("a move to another team with labels or a state");
    const team = find(site, site.teams, input.teamId, "Team");
    checkIssue(site, { ...issue, ...patch, teamId: team.id }, new Set([...Object.keys(patch), "teamId"]));
    return { ...patch, ...movePatch(site, issue, team.id) };
  }
  checkIssue(site, { ...issue, ...patch }, new Set(Object.keys(patch)));
  return patch;
}

function update(context: Context, issues: Issue[], input: Update): Issue[] {
  const patches = issues.map((issue) => patchOf(context, issue, input));
  return issues.map((issue, i) => applyToIssue(context.site, issue, patches[i] ?? {}, context.viewer));
}

/** Deletes an issue permanently, with relations and attachments; sub-issues lose their parent. */
export function removeIssue({ site, viewer }: Pick<Context, "site" | "viewer">, issue: Issue): void {
  site.issues.delete(issue.id);
  for (const child of site.issues.values())
    if (child.parentId === issue.id) applyToIssue(site, child, { parentId: null }, viewer);
  for (const relation of site.relations.values())
    if ([relation.issueId, relation.relatedIssueId].includes(issue.id)) site.relations.delete(relation.id);
  for (const attachment of site.attachments.values())
    if (attachment.issueId === issue.id) site.attachments.delete(attachment.id);
  site.changed({ action: "remove", type: "Issue", data: issueData(site, issue), actor: viewer });
}

export const issueMutations = {
  issueCreate(context: Context, { input }: { input: Create }) {
    const [issue] = create(context, [input]);
    return { ...done(context.site), issue };
  },
  issueBatchCreate(context: Context, { input }: { input: { issues: Create[] } }) {
    const { batch } = context.site.limits;
    if (input.issues.length === 0) throw badArgument("issues should not be empty");
    if (input.issues.length > batch) throw badArgument(`issues must contain no more than ${batch} elements`);
    return { ...done(context.site), issues: create(context, input.issues) };
  },
  issueUpdate(context: Context, { id, input }: { id: string; input: Update }) {
    const [issue] = update(context, [findIssue(context.site, id)], input);
    return { ...done(context.site), issue };
  },
  issueBatchUpdate(context: Context, { ids, input }: { ids: string[]; input: Update }) {
    if (ids.length > 50) throw badArgument("ids must contain no more than 50 elements");
    const issues = ids.map((id) => find(context.site, context.site.issues, id, "Issue"));
    return { ...done(context.site), issues: update(context, issues, input) };
  },
  issueArchive({ site, viewer }: Context, { id, trash }: { id: string; trash?: boolean | null }) {
    return { ...done(site), entity: archiveIssue(site, findIssue(site, id), trash === true, viewer) };
  },
  issueUnarchive({ site, viewer }: Context, { id }: { id: string }) {
    return { ...done(site), entity: unarchiveIssue(site, findIssue(site, id), viewer) };
  },
  issueDelete(
    context: Context,
    { id, permanentlyDelete }: { id: string; permanentlyDelete?: boolean | null },
  ) {
    const { site, viewer } = context;
    const issue = findIssue(site, id);
    if (permanentlyDelete !== true) return { ...done(site), entity: archiveIssue(site, issue, true, viewer) };
    if (!viewer.admin) throw forbidden("Only admins can delete an issue for good");
    removeIssue(context, issue);
    return { ...done(site), entity: null };
  },
};
