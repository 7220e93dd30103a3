import { z } from "zod";
import { runErrorCode, runState, runTask } from "./agent/runs.ts";
import { provider, role, scope } from "./common.ts";
import { PushItem, pushState } from "./integrations/push.ts";
import { ContextSource } from "./knowledge/context.ts";
import { documentKind } from "./knowledge/documents.ts";
import { formatKind, formatTier } from "./knowledge/formats.ts";
import { instructionsScope } from "./knowledge/instructions.ts";
import { capability, planStatus } from "./planning/plans.ts";
import { specStatus } from "./planning/spec-values.ts";
import { revisionOp } from "./planning/spec-versions.ts";
import { ownPolicy } from "./work/policy.ts";

const id = z.string();
const sourceScope = ContextSource.shape.scope;
const userId = id.nullable();
const nothing = z.strictObject({});
const changed = z.array(z.string()).describe("The names of the fields that changed.");
const tree = z.strictObject({ plans: z.array(id).describe("The plan and its sub-plans.") });
const spec = { shortId: z.string() };
const claim = z.strictObject({ claimId: id, ...spec });
const review = z.strictObject({ ...spec, documentId: id, documentKind });
const policy = z.strictObject(ownPolicy);
const inPlan = z.strictObject({ planId: id, shortId: z.string() });
const dependency = z.strictObject({ kind: z.enum(["spec", "plan"]), from: id, to: id });
const connector = z.strictObject({ connectorId: z.string() });
const visibility = z.enum(["PRIVATE", "TEAM"]).nullable();
const proposal = z.strictObject({ scope: instructionsScope });
const thread = z.strictObject({ documentId: id, documentKind, threadId: id });
const mentioned = z.array(id).describe("The user ids of whom it mentions for the first time.");
const comment = thread.extend({ commentId: id });
const documentFile = z.strictObject({ documentId: id, documentKind, fileId: id, name: z.string() });
const suggestion = z.strictObject({ documentId: id, documentKind, suggestionId: id });
const run = { runId: id };
const format = z.strictObject({ kind: formatKind, tier: formatTier.exclude(["built-in"]) });
const byTracker = z.literal("tracker").optional().describe("Set if the change came from the tracker.");
export const signInBy = z.enum(["set_up", "password", "link", "invite", "passkey", "issuer"]);
export type SignInBy = z.infer<typeof signInBy>;

/** Why the service paused a webhook. */
export const webhookPausedBecause = z.enum(["failures", "gone", "app_ended"]);
export type WebhookPausedBecause = z.infer<typeof webhookPausedBecause>;

/**
 * The closed list of event types and their data. Events hold neither secrets nor texts: recipients fetch what
 * they may read.
 */
export const eventData = {
  "workspace.created": nothing,
  "workspace.updated": z.strictObject({ changed }),
  "member.added": z.strictObject({ role }),
  "member.role_changed": z.strictObject({ from: role, to: role }),
  "member.removed": nothing,
  "member.credentials_revoked": z.strictObject({ revoked: z.int() }),
  "invite.created": z.strictObject({ role }),
  "invite.resent": z.strictObject({ role }),
  "invite.revoked": nothing,
  "invite.accepted": z.strictObject({ userId: id }),
  "api_key.created": z.strictObject({ scope, userId: id }),
  "api_key.revoked": nothing,
  "api_key.renamed": nothing,

  "oauth_connection.created": z.strictObject({ scope, userId: id }),
  "oauth_connection.revoked": nothing,
  "session.started": z.strictObject({ by: signInBy }),
  "session.ended": nothing,
  "password.changed": nothing,
  "passkey.added": nothing,
  "passkey.removed": nothing,
  "issuer.linked": nothing,
  "issuer.unlinked": nothing,

  "context_source.created": z.strictObject({ scope: sourceScope }),
  "context_source.updated": z.strictObject({ changed }),
  "context_source.deleted": nothing,
  "context_source.activated": z.strictObject({ active: z.boolean() }),

  "project.created": z.strictObject({ slug: z.string() }),
  "project.updated": z.strictObject({ changed }),
  "project.tracker_set": z.strictObject({
    provider,
    target: z.record(z.string(), z.string()),
    references: z.enum(["neutral", "live"]).optional(),
    statuses: z.enum(["off", "close", "all"]).optional(),
    details: z.array(z.enum(["assignee", "labels", "priority", "dueDate"])).optional(),
  }),
  "project.deleted": nothing,
  "project.restored": nothing,
  "project.purged": nothing,

  "skill.created": z.strictObject({ slug: z.string() }),
  "skill.updated": z.strictObject({ slug: z.string() }),
  "skill.deleted": z.strictObject({ slug: z.string() }),

  "plan.created": z.strictObject({ shortId: z.string() }),
  "plan.updated": z.strictObject({ changed, from: visibility.optional(), to: visibility.optional() }),
  "plan.status_changed": z.strictObject({ from: planStatus, to: planStatus, by: byTracker }),
  "plan.moved": z.strictObject({
    from: id.nullable(),
    to: id.nullable(),
    fromProjectId: id.optional(),
    toProjectId: id.optional(),
  }),
  "plans.reordered": nothing,
  "plan.archived": tree,
  "plan.restored": tree,
  "plan.deleted": tree,
  "plan.purged": tree,
  "plan.shared": z.strictObject({ userId: id, capability: capability.extract(["READ", "EDIT"]) }),
  "plan.unshared": z.strictObject({ userId: id }),
  "plan.owner_changed": z.strictObject({ from: userId, to: userId }),
  "plan.lead_changed": z.strictObject({ from: userId, to: userId }),
  "plan.lead_removed": z.strictObject({ userId: id }).describe("The lead has left the workspace."),

  "spec.created": z.strictObject(spec),
  "spec.updated": z.strictObject({
    ...spec,
    changed,
    from: specStatus.optional(),
    to: specStatus.optional(),
    restored: z.int().optional().describe("The version that was restored."),
    by: byTracker,
  }),
  "spec.moved": z.strictObject({ ...spec, from: inPlan.optional(), to: inPlan.optional() }),
  "spec.deleted": z.strictObject(spec),
  "spec.restored": z.strictObject(spec),
  "spec.purged": z.strictObject(spec),
  "specs.reordered": nothing,
  "spec.assigned": z.strictObject({ ...spec, userId: id }),
  "spec.unassigned": z
    .strictObject({ ...spec, userId: id })
    .describe("Of a spec whose assignee has left the workspace."),

  "label.created": nothing,
  "label.updated": z.strictObject({ changed }),
  "label.deleted": nothing,

  "view.created": nothing,
  "view.updated": z.strictObject({ changed }),
  "view.deleted": nothing,
  "personal_view.created": nothing,
  "personal_view.updated": z.strictObject({ changed }),
  "personal_view.deleted": nothing,

  "claim.taken": claim,
  "claim.renewed": claim,
  "claim.completed": claim,
  "claim.released": claim,
  "claim.expired": claim,
  "claim.ended": claim,
  "evidence.added": z.strictObject({ ...spec, count: z.int() }),
  "review.asked": review,
  "review.failed": review,
  "policy.changed": z
    .strictObject({ from: policy, to: policy })
    .describe("The workspace's policy, or a project's own, where null follows the workspace."),

  "dependency.created": dependency,
  "dependency.deleted": dependency,

  "instructions.updated": z.strictObject({
    scope: instructionsScope,
    revision: z.int(),
    op: revisionOp,
    restored: z.int().optional().describe("The version that was restored."),
    proposalId: id.optional().describe("The proposal that was accepted."),
  }),
  "proposal.created": proposal,
  "proposal.accepted": proposal,
  "proposal.rejected": proposal,
  "proposal.withdrawn": proposal,

  "format.created": format,
  "format.updated": format,
  "format.deleted": format,

  "thread.created": thread.extend({ mentioned }),
  "thread.resolved": thread,
  "thread.reopened": thread,
  "question.asked": thread.extend({ mentioned, blocking: z.boolean() }),
  "question.answered": comment.extend({ mentioned }),
  "comment.created": comment.extend({ mentioned }),
  "comment.updated": comment.extend({ mentioned }),
  "comment.deleted": comment,

  "document.file_added": documentFile,
  "suggestion.created": suggestion,
  "suggestion.changed": suggestion,
  "suggestion.accepted": suggestion.extend({
    suggestedBy: id,
    revision: z.string().optional(),
    proposalId: id.optional(),
  }),
  "suggestion.rejected": suggestion,
  "suggestion.withdrawn": suggestion,
  "suggestion.outdated": suggestion,

  "connector.connected": connector,
  "connector.disconnected": connector,
  "connector.disconnected_upstream": connector,
  "connector.webhook_created": connector,
  "connector.webhook_removed": connector,

  "connector.toolset_changed": z.strictObject({
    connectorId: id,
    enabled: z
      .boolean()
      .nullable()
      .optional()
      .describe("The connector's switch; null where a project's was cleared."),
    on: z.array(id).describe("The names of the tools that were switched on."),
    off: z.array(id).describe("The names of the tools that were switched off."),
    cleared: z
      .array(id)
      .optional()
      .describe("The names of the tools whose switch of the project was cleared."),
  }),
  "connector.tools_changed": z
    .strictObject({ connectorId: id, added: z.int(), changed: z.int(), removed: z.int() })
    .describe("How many tools the server has new, has changed and has no more."),
  "tool.called": z.strictObject({ connectorId: id, tool: z.string() }),

  "mcp_server.created": z.strictObject({ slug: z.string() }),
  "mcp_server.updated": z.strictObject({ slug: z.string(), changed }),
  "mcp_server.deleted": z.strictObject({ slug: z.string() }),

  "prototype.updated": nothing,
  "prototype.deleted": nothing,
  "prototype.shared": z.strictObject({ shareId: id }),
  "prototype.unshared": z.strictObject({ shareId: id }),
  "read_link.created": z.strictObject({ linkId: id }),
  "read_link.deleted": z.strictObject({ linkId: id }),

  "model.created": nothing,
  "model.updated": z.strictObject({ changed }),
  "model.deleted": nothing,
  "personal_model.created": nothing,
  "personal_model.updated": z.strictObject({ changed }),
  "personal_model.deleted": nothing,

  "run.started": z.strictObject({ ...run, task: runTask }),
  "run.waiting": z.strictObject(run),
  "run.paused": z.strictObject({ ...run, code: runErrorCode }),
  "run.ended": z.strictObject({
    ...run,
    state: runState.extract(["stopped", "done", "failed"]),
    suggestionId: id.optional(),
  }),

  "webhook.created": nothing,
  "webhook.updated": z.strictObject({ changed }),
  "webhook.deleted": nothing,
  "webhook.tested": nothing,
  "webhook.paused": z.strictObject({ because: webhookPausedBecause }),

  "push.started": z.strictObject({ pushId: id, provider }),
  "push.step": z.strictObject({
    pushId: id,
    kind: PushItem.shape.kind,
    action: z.enum(["create", "update", "link", "unlink"]),
    entityId: id,
    state: PushItem.shape.state,
  }),
  "push.cancelled": z.strictObject({ pushId: id }),
  "push.finished": z.strictObject({
    pushId: id,
    provider,
    status: pushState,
    pushedItemCount: z.int(),
    dependencyCount: z.int(),
    planEdgeCount: z.int(),
  }),
} satisfies Record<string, z.ZodType>;

export type EventType = keyof typeof eventData;
export type EventData<T extends EventType = EventType> = z.output<(typeof eventData)[T]>;
