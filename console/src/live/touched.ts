import {
  type Endpoint,
  type EventType,
  findHandles,
  getContextPack,
  getDocument,
  getFormat,
  getGraph,
  getInstructions,
  getMcpServer,
  getPlan,
  getPlanSource,
  getPlanTree,
  getProgress,
  getProject,
  getProjectFormat,
  getProjectInstructions,
  getProjectSkill,
  getProjectSource,
  getProjectTracker,
  getPrototype,
  getPush,
  getPushStatus,
  getRun,
  getSkill,
  getSource,
  getSpec,
  getSpecReadiness,
  getSuggestion,
  getToolset,
  getWorkspace,
  listActivity,
  listAllSpecs,
  listApiKeys,
  listAudit,
  listBin,
  listClaims,
  listComments,
  listConnectors,
  listContext,
  listDeliveries,
  listDependencies,
  listEvidence,
  listFormats,
  listInstructionVersions,
  listInvites,
  listLabels,
  listMcpServers,
  listMembers,
  listModels,
  listModelUsage,
  listNext,
  listNotifications,
  listOAuthConnections,
  listPasskeys,
  listPlanContext,
  listPlanLinks,
  listPlans,
  listProjectContext,
  listProjectFormats,
  listProjectInstructionVersions,
  listProjectProposals,
  listProjectSkills,
  listProjects,
  listProposals,
  listPrototypeShares,
  listPushes,
  listQuestions,
  listRuns,
  listSessions,
  listShares,
  listSkills,
  listSpecLinks,
  listSpecs,
  listSpecVersions,
  listSuggestions,
  listTargets,
  listThreads,
  listViews,
  listWebhooks,
  pushPlan,
  resolveDocument,
  search,
  type WorkspaceEvent,
} from "@groundplan/contract";

/** What an event must share with a query. */
type Near = "spec" | "plan" | "project" | "any";
type Touched = readonly (readonly [Near, ...Endpoint[]])[];

const nothing: Touched = [];
/** `pushPlan` is also called for dry runs. */
const tree: Touched = [["project", getGraph, getPushStatus, getProgress, pushPlan]];
const runs: Touched = [["plan", listRuns, getRun]];
const pushes: Touched = [["project", listPushes, getPush]];
const inbox: Touched = [["any", listNotifications]];
const webhooks: Touched = [["any", listWebhooks, listDeliveries]];
/** Comments move with their text; the event names another document if they left it. */
const text: Touched = [["any", listThreads, listSuggestions, getDocument]];
const plan: Touched = [
  ["plan", getPlan, listShares],
  ["project", listPlans, getPlanTree, listActivity],
  ["any", findHandles],
  ...tree,
];
const spec: Touched = [
  ["spec", getSpec, listSpecVersions, listEvidence],
  ["plan", listSpecs, listActivity],
  // A cycle may pass through any plan.
  ["project", getSpecReadiness],
  ...tree,
  ["any", listNext, listAllSpecs, findHandles],
];
/** Specs show the names and colors of their labels. */
const label: Touched = [["any", listLabels, listAllSpecs, listSpecs, getSpec]];
const view: Touched = [["any", listViews]];
/** A claim of a spec that was in progress comes without a change of status. */
const claim: Touched = [
  ["spec", getSpec, listEvidence],
  ["plan", listSpecs],
  ["any", listClaims, listNext, listAllSpecs],
  ...inbox,
];
const counted: Touched = [["any", listBin], ...spec, ["plan", getPlan], ["project", listPlans]];
/** Moving or hiding a tree affects its specs and inbox items. */
const everything: Touched = [
  ["any", getPlan, listShares, listPlans, getPlanTree, getGraph, getPushStatus, listPushes, getPush],
  ["any", getSpec, getSpecReadiness, listSpecs, listAllSpecs, listNext],
  ["any", listNotifications, search, findHandles, listViews, listBin],
  ["any", getDocument, resolveDocument, listThreads, listQuestions, listSuggestions],
];
const dependency: Touched = [
  ["project", listDependencies, listSpecs, getSpec, getSpecReadiness],
  ...tree,
  ["any", listNext],
];
const project: Touched = [
  [
    "any",
    listProjects,
    getProject,
    listPlans,
    getProjectTracker,
    getPushStatus,
    getRun,
    pushPlan,
    listNext,
    findHandles,
  ],
];
/** Sub-plans inherit the sources of their ancestors. */
const source: Touched = [
  ["project", listContext, listProjectContext, listPlanContext],
  ["project", getSource, getProjectSource, getPlanSource, getContextPack],
  // Criteria, also suggested ones, show whether a source still has the words that they quote.
  ["any", getSpec, getSuggestion],
  ...text,
];
const skill: Touched = [
  ["project", listSkills, getSkill, listProjectSkills, getProjectSkill, getContextPack],
  ...text,
];
const format: Touched = [
  ["project", listFormats, getFormat, listProjectFormats, getProjectFormat, getContextPack],
  ...text,
];
const instructionVersions: Touched = [
  ["project", getInstructions, getProjectInstructions],
  ["project", listInstructionVersions, listProjectInstructionVersions],
];
const instructions: Touched = [...instructionVersions, ["project", getContextPack], ...text];
const proposal: Touched = [...instructionVersions, ["project", listProposals, listProjectProposals]];
const questions: Touched = [["any", listQuestions]];
const thread: Touched = [...inbox, ...questions, ["any", listThreads]];
const comment: Touched = [...inbox, ["any", listThreads, listComments]];
/** A blocking question lowers its spec's readiness, and so does opening it again. */
const question: Touched = [
  ...comment,
  ...questions,
  ["spec", getSpec],
  ["plan", listSpecs],
  ["project", getSpecReadiness],
  ["any", listNext],
];
const suggestion: Touched = [...inbox, ["any", listSuggestions, getSuggestion]];
const publicLinks: Touched = [["plan", getPrototype, listPrototypeShares, listPlanLinks, listSpecLinks]];
const connector: Touched = [
  ...inbox,
  ["any", listConnectors, getToolset, listTargets, pushPlan],
  ["any", listMcpServers, getMcpServer],
];
const model: Touched = [["any", listModels, listModelUsage]];
const mcpServer: Touched = [["any", listConnectors, getToolset, listMcpServers, getMcpServer]];
const workspace: Touched = [["any", getWorkspace]];
const members: Touched = [["any", listMembers]];
const invites: Touched = [["any", listInvites]];
const apiKeys: Touched = [["any", listApiKeys]];
const oauthConnections: Touched = [["any", listOAuthConnections]];
const sessions: Touched = [["any", listSessions]];
const passkeys: Touched = [["any", listPasskeys]];

/** The queries to invalidate by event type. Every endpoint that pages read must be listed. */
const table = {
  "workspace.created": workspace,
  "workspace.updated": workspace,
  "member.added": members,
  "member.role_changed": members,
  "member.removed": members,
  "member.credentials_revoked": members,
  "invite.created": invites,
  "invite.resent": invites,
  "invite.revoked": invites,
  "invite.accepted": invites,
  "api_key.created": apiKeys,
  "api_key.revoked": apiKeys,
  "api_key.renamed": apiKeys,
  "oauth_connection.created": oauthConnections,
  "oauth_connection.revoked": oauthConnections,
  "session.started": sessions,
  "session.ended": sessions,
  "password.changed": nothing,
  "passkey.added": passkeys,
  "passkey.removed": passkeys,
  "issuer.linked": nothing,
  "issuer.unlinked": nothing,
  "context_source.created": source,
  "context_source.updated": source,
  "context_source.deleted": source,
  "context_source.activated": source,
  "project.created": project,
  "project.updated": project,
  "project.tracker_set": project,
  "project.deleted": project,
  "project.restored": everything,
  "project.purged": project,
  "skill.created": skill,
  "skill.updated": skill,
  "skill.deleted": skill,
  "plan.created": plan,
  "plan.updated": [...plan, ...text],
  "plan.status_changed": plan,
  "plan.moved": everything,
  "plans.reordered": nothing,
  "plan.archived": everything,
  "plan.restored": everything,
  "plan.deleted": everything,
  "plan.purged": everything,
  "plan.shared": everything,
  "plan.unshared": everything,
  "plan.owner_changed": everything,
  "plan.lead_changed": [...plan, ...inbox],
  "plan.lead_removed": plan,
  "spec.created": counted,
  "spec.updated": [...spec, ["plan", getPlan, listDependencies], ...text],
  "spec.moved": everything,
  "spec.deleted": counted,
  "spec.restored": everything,
  "spec.purged": counted,
  "specs.reordered": [["plan", listSpecs], ...tree],
  "spec.assigned": [...spec, ...inbox],
  "spec.unassigned": spec,
  "label.created": label,
  "label.updated": label,
  "label.deleted": label,
  "view.created": view,
  "view.updated": view,
  "view.deleted": view,
  "personal_view.created": view,
  "personal_view.updated": view,
  "personal_view.deleted": view,
  "claim.taken": claim,
  "claim.renewed": claim,
  "claim.completed": claim,
  "claim.released": claim,
  "claim.expired": claim,
  "claim.ended": claim,
  "evidence.added": [["spec", getSpec, listEvidence]],
  "review.asked": claim,
  "review.failed": claim,
  "policy.changed": [["any", getWorkspace, listProjects, getProject], ...inbox],
  "dependency.created": dependency,
  "dependency.deleted": dependency,
  "instructions.updated": instructions,
  "proposal.created": proposal,
  "proposal.accepted": proposal,
  "proposal.rejected": proposal,
  "proposal.withdrawn": proposal,
  "format.created": format,
  "format.updated": format,
  "format.deleted": format,
  "thread.created": thread,
  "thread.resolved": question,
  "thread.reopened": question,
  "question.asked": question,
  "question.answered": question,
  "comment.created": comment,
  "comment.updated": comment,
  "comment.deleted": comment,
  "document.file_added": nothing,
  "suggestion.created": suggestion,
  "suggestion.changed": [["any", listSuggestions, getSuggestion]],
  "suggestion.accepted": suggestion,
  "suggestion.rejected": suggestion,
  "suggestion.withdrawn": suggestion,
  "suggestion.outdated": suggestion,
  "connector.connected": connector,
  "connector.disconnected": connector,
  "connector.disconnected_upstream": connector,
  "connector.webhook_created": connector,
  "connector.webhook_removed": connector,
  "connector.toolset_changed": connector,
  "connector.tools_changed": connector,
  "tool.called": nothing,
  "mcp_server.created": mcpServer,
  "mcp_server.updated": mcpServer,
  "mcp_server.deleted": mcpServer,
  "prototype.updated": publicLinks,
  "prototype.deleted": publicLinks,
  "prototype.shared": publicLinks,
  "prototype.unshared": publicLinks,
  "read_link.created": publicLinks,
  "read_link.deleted": publicLinks,
  "model.created": model,
  "model.updated": model,
  "model.deleted": model,
  "personal_model.created": model,
  "personal_model.updated": model,
  "personal_model.deleted": model,
  "run.started": runs,
  "run.waiting": [...inbox, ...runs],
  "run.paused": [...inbox, ...runs],
  "run.ended": [...inbox, ...runs],
  "webhook.created": webhooks,
  "webhook.updated": webhooks,
  "webhook.deleted": webhooks,
  "webhook.tested": webhooks,
  "webhook.paused": [...inbox, ...webhooks],
  "push.started": [...tree, ...pushes],
  "push.step": nothing,
  "push.cancelled": pushes,
  "push.finished": [...inbox, ...tree, ...pushes, ["project", getPlan, listPlans, getSpec]],
} satisfies Record<EventType, Touched>;

const order: readonly Near[] = ["any", "project", "plan", "spec"];
const names = ["projectSlug", "planShortId", "specShortId"] as const;

/** Every event changes the audit. */
export function isTouched(key: readonly unknown[], event: WorkspaceEvent): boolean {
  const [path, request] = key as [unknown, { params?: Record<string, string> } | undefined];
  if (path === listAudit.path) return true;
  const touched: Touched = table[event.type] ?? nothing;
  return touched.some(([near, ...endpoints]) => {
    if (!endpoints.some((endpoint) => endpoint.path === path)) return false;
    const [changed, asked] = [event.data.documentId, request?.params?.documentId];
    if (changed !== undefined && asked !== undefined && changed !== asked) return false;
    const looked = names.slice(0, order.indexOf(near));
    return looked.every((name) => {
      const [told, asked] = [event[name], request?.params?.[name]];
      return told === undefined || asked === undefined || told === asked;
    });
  });
}
