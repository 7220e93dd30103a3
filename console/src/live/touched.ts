import {
  type Endpoint,
  getContextPack,
  getDocument,
  getFormat,
  getGraph,
  getInstructions,
  getMcpServer,
  getPlan,
  getPlanSource,
  getPlanTree,
  getProject,
  getProjectFormat,
  getProjectInstructions,
  getProjectSkill,
  getProjectSource,
  getProjectTracker,
  getPrototype,
  getPush,
  getPushStatus,
  getSkill,
  getSource,
  getSpec,
  getSpecReadiness,
  getToolset,
  getWorkspace,
  listApiKeys,
  listAudit,
  listComments,
  listConnectors,
  listContext,
  listDependencies,
  listFormats,
  listInstructionVersions,
  listInvites,
  listMcpServers,
  listMembers,
  listNext,
  listNotifications,
  listOAuthConnections,
  listPasskeys,
  listPlanContext,
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
  listSessions,
  listShares,
  listSkills,
  listSpecs,
  listSpecVersions,
  listSuggestions,
  listTargets,
  listThreads,
  pushPlan,
  resolveDocument,
  search,
  type WorkspaceEvent,
} from "@groundplan/contract";

/** What an event must share with a query. */
type Near = "spec" | "plan" | "project" | "any";
type Touched = readonly [Near, ...Endpoint[]];

/** `pushPlan` is also called for dry runs. */
const ofTree: Touched = ["project", getGraph, getPushStatus, pushPlan];
const ofPushes: Touched = ["project", listPushes, getPush];
const inbox: Touched = ["any", listNotifications];
/** Comments move with their text; the event names another document if they left it. */
const ofText: readonly Touched[] = [["any", listThreads, listSuggestions, getDocument]];
const plan: readonly Touched[] = [["plan", getPlan, listShares], ["project", listPlans, getPlanTree], ofTree];
const spec: readonly Touched[] = [
  ["spec", getSpec, listSpecVersions],
  ["plan", listSpecs],
  // A cycle may pass through any plan.
  ["project", getSpecReadiness],
  ofTree,
  ["any", listNext],
];
const counted: readonly Touched[] = [...spec, ["plan", getPlan], ["project", listPlans]];
/** Moving or hiding a tree affects its specs and inbox items. */
const everything: readonly Touched[] = [
  ["any", getPlan, listShares, listPlans, getPlanTree, getGraph, getPushStatus, listPushes, getPush],
  ["any", getSpec, getSpecReadiness, listSpecs, listNext, listNotifications, search],
  ["any", getDocument, resolveDocument, listThreads, listSuggestions],
];

/** The queries to invalidate, by event type or its prefix. Every endpoint that pages read must be listed. */
const table: Readonly<Record<string, readonly Touched[]>> = {
  plan,
  "plan.archived": everything,
  "plan.restored": everything,
  "plan.deleted": everything,
  "plan.purged": everything,
  "plan.moved": everything,
  "plan.shared": everything,
  "plan.unshared": everything,
  "plan.owner_changed": everything,
  spec: counted,
  "spec.updated": [...spec, ["plan", getPlan, listDependencies], ...ofText],
  "plan.updated": [...plan, ...ofText],
  "spec.moved": everything,
  "spec.restored": everything,
  specs: [["plan", listSpecs], ofTree],
  dependency: [
    ["project", listDependencies, listSpecs, getSpec, getSpecReadiness],
    ofTree,
    ["any", listNext],
  ],
  "project.restored": everything,
  project: [
    ["any", listProjects, getProject, listPlans, getProjectTracker, getPushStatus, pushPlan, listNext],
  ],
  // Sub-plans inherit the sources of their ancestors.
  context_source: [
    ["project", listContext, listProjectContext, listPlanContext],
    ["project", getSource, getProjectSource, getPlanSource, getContextPack],
    ...ofText,
  ],
  skill: [["project", listSkills, getSkill, listProjectSkills, getProjectSkill, getContextPack], ...ofText],
  format: [
    ["project", listFormats, getFormat, listProjectFormats, getProjectFormat, getContextPack],
    ...ofText,
  ],
  instructions: [
    ["project", getInstructions, getProjectInstructions, getContextPack],
    ["project", listInstructionVersions, listProjectInstructionVersions],
    ...ofText,
  ],
  proposal: [
    ["project", getInstructions, getProjectInstructions, listProposals, listProjectProposals],
    ["project", listInstructionVersions, listProjectInstructionVersions],
  ],
  thread: [inbox, ["any", listThreads]],
  comment: [inbox, ["any", listThreads, listComments]],
  suggestion: [inbox, ["any", listSuggestions]],
  prototype: [["plan", getPrototype, listPrototypeShares]],
  webhook: [inbox],
  "push.started": [ofTree, ofPushes],
  "push.cancelled": [ofPushes],
  "push.finished": [inbox, ofTree, ofPushes, ["project", getPlan, listPlans, getSpec]],
  connector: [
    inbox,
    ["any", listConnectors, getToolset, listTargets, pushPlan],
    ["any", listMcpServers, getMcpServer],
  ],
  mcp_server: [["any", listConnectors, getToolset, listMcpServers, getMcpServer]],
  workspace: [["any", getWorkspace]],
  member: [["any", listMembers]],
  invite: [["any", listInvites]],
  api_key: [["any", listApiKeys]],
  oauth_connection: [["any", listOAuthConnections]],
  session: [["any", listSessions]],
  passkey: [["any", listPasskeys]],
};

const order: readonly Near[] = ["any", "project", "plan", "spec"];
const names = ["projectSlug", "planShortId", "specShortId"] as const;

/** Every event changes the audit. */
export function isTouched(key: readonly unknown[], event: WorkspaceEvent): boolean {
  const [path, request] = key as [unknown, { params?: Record<string, string> } | undefined];
  if (path === listAudit.path) return true;
  const touched = table[event.type] ?? table[event.type.split(".")[0] ?? ""] ?? [];
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
