import type { EventData, EventType } from "@groundplan/contract";

/** An event. `data` is null if the reader can't read all that it names. */
export interface Happening<T extends EventType> {
  data: EventData<T> | null;
  /** `SPEC-3`, or `a spec`; of events that can be about the plan, `the plan`. */
  spec: string;
  /** Returns the name of a user, or `somebody`. */
  nameOf(userId: string | null): string;
}

type Words<T extends EventType> = string | ((event: Happening<T>) => string);

const specStatuses = { TODO: "to do", IN_PROGRESS: "in progress", DONE: "done", CANCELLED: "cancelled" };
const planStatuses = {
  PLANNING: "planning",
  READY: "ready",
  PUSHED: "pushed",
  BUILDING: "building",
  DONE: "done",
};
const pushEndings: Partial<Record<EventData<"push.finished">["status"], string>> = {
  pushed: "finished a push to the tracker",
  unchanged: "found nothing to push to the tracker",
  partial: "pushed the plan to the tracker in part",
  failed: "could not push the plan to the tracker",
};
const runEndings: Record<EventData<"run.ended">["state"], string> = {
  done: "finished a run of the planning agent",
  failed: "could not finish a run of the planning agent",
  stopped: "stopped a run of the planning agent",
};
const stepActions: Record<EventData<"push.step">["action"], string> = {
  create: "created an issue in the tracker",
  update: "updated an issue in the tracker",
  link: "linked two issues in the tracker",
  unlink: "removed a link between two issues in the tracker",
};

/** Fields in words; others are named as the API names them. */
const fields: Partial<Record<string, string>> = {
  name: "name",
  title: "title",
  content: "text",
  description: "description",
  needsFirst: "needs",
  parentSpecId: "parent",
  externalRef: "import reference",
  awaitsReview: "review",
  assigneeUserId: "assignee",
  dueDate: "due date",
  leadUserId: "lead",
  targetDate: "target date",
};

/** Returns `changed the title and text of SPEC-3` or the like. */
function changeOf(changed: readonly string[], what: string): string {
  const named = changed.map((field) => fields[field] ?? field);
  const last = named.pop();
  if (last === undefined) return `changed ${what}`;
  const all = named.length === 0 ? last : `${named.join(", ")} and ${last}`;
  return `changed the ${all} of ${what}`;
}

const inTracker = (by: "tracker" | undefined): string => (by === undefined ? "" : " in the tracker");

function planChange({ changed, to }: EventData<"plan.updated">): string {
  if (to !== undefined) return to === "PRIVATE" ? "made the plan private" : "opened the plan to the team";
  return changeOf(changed, "the plan");
}

function specChange({ changed, to, by, restored }: EventData<"spec.updated">, spec: string): string {
  if (restored !== undefined) return `restored version ${restored} of ${spec}`;
  if (to === undefined) return changeOf(changed, spec) + inTracker(by);
  const rest = changed.filter((field) => field !== "status");
  const also = rest.length === 0 ? "" : `, and ${changeOf(rest, "it")}`;
  return `set ${spec} to ${specStatuses[to]}${inTracker(by)}${also}`;
}

/**
 * The words of each event type, completing the name of who acted. Titles are left out, since readers of the plan may
 * not read what else an event is about.
 */
const words: { [T in EventType]: Words<T> } = {
  "workspace.created": "created the workspace",
  "workspace.updated": "changed the workspace",
  "member.added": "joined the workspace",
  "member.role_changed": "has another role",
  "member.removed": "left the workspace",
  "member.credentials_revoked": "lost all credentials",
  "invite.created": "invited somebody",
  "invite.resent": "sent an invite again",
  "invite.revoked": "revoked an invite",
  "invite.accepted": "accepted an invite",
  "api_key.created": "created an API key",
  "api_key.revoked": "revoked an API key",
  "api_key.renamed": "renamed an API key",
  "oauth_connection.created": "connected an app",
  "oauth_connection.revoked": "disconnected an app",
  "session.started": "signed in",
  "session.ended": "signed out",
  "password.changed": "changed the password",
  "passkey.added": "added a passkey",
  "passkey.removed": "removed a passkey",
  "issuer.linked": "linked another sign-in",
  "issuer.unlinked": "unlinked a sign-in",

  "context_source.created": "added a context source",
  "context_source.updated": "changed a context source",
  "context_source.deleted": "deleted a context source",
  "context_source.activated": ({ data }) =>
    data?.active === false ? "switched a context source off" : "switched a context source on",

  "project.created": "created the project",
  "project.updated": "changed the project",
  "project.tracker_set": "chose the project's tracker",
  "project.deleted": "deleted the project",
  "project.restored": "restored the project",
  "project.purged": "deleted the project for good",
  "skill.created": "added a skill",
  "skill.updated": "changed a skill",
  "skill.deleted": "deleted a skill",

  "plan.created": "created the plan",
  "plan.updated": ({ data }) => (data ? planChange(data) : "changed the plan"),
  "plan.status_changed": ({ data }) =>
    data ? `set the plan to ${planStatuses[data.to]}${inTracker(data.by)}` : "changed the plan's status",
  "plan.moved": ({ data }) =>
    data?.toProjectId === undefined && data?.fromProjectId === undefined
      ? "moved the plan"
      : "moved the plan to another project",
  "plans.reordered": "changed the order of plans",
  "plan.archived": "archived the plan",
  "plan.restored": "restored the plan",
  "plan.deleted": "deleted the plan",
  "plan.purged": "deleted the plan for good",
  "plan.shared": ({ data, nameOf }) => `shared the plan with ${nameOf(data?.userId ?? null)}`,
  "plan.unshared": ({ data, nameOf }) => `ended the share of ${nameOf(data?.userId ?? null)}`,
  "plan.lead_changed": ({ data, nameOf }) =>
    data?.to === null ? "took the plan's lead off" : `made ${nameOf(data?.to ?? null)} lead the plan`,
  "plan.lead_removed": "took the lead of the plan from somebody who left the workspace",
  "plan.owner_changed": ({ data, nameOf }) => `made ${nameOf(data?.to ?? null)} the plan's owner`,

  "spec.created": ({ spec }) => `created ${spec}`,
  "spec.updated": ({ data, spec }) => (data ? specChange(data, spec) : `changed ${spec}`),
  "spec.moved": ({ data, spec }) => {
    if (!data) return `moved ${spec}`;
    return data.from === undefined ? `moved ${spec} to another plan` : `moved ${spec} here from another plan`;
  },
  "spec.deleted": ({ spec }) => `deleted ${spec}`,
  "spec.restored": ({ spec }) => `restored ${spec}`,
  "spec.purged": ({ spec }) => `deleted ${spec} for good`,
  "spec.assigned": ({ data, spec, nameOf }) => `assigned ${spec} to ${nameOf(data?.userId ?? null)}`,
  "spec.unassigned": ({ spec }) => `took ${spec} from somebody who left the workspace`,
  "specs.reordered": "put the specs in another order",

  "claim.taken": ({ spec }) => `began to work on ${spec}`,
  "claim.renewed": ({ spec }) => `went on working on ${spec}`,
  "claim.completed": ({ spec }) => `finished ${spec}`,
  "claim.released": ({ spec }) => `stopped working on ${spec}`,
  "claim.expired": ({ spec }) => `ended the claim of ${spec}, since its lease ran out`,
  "claim.ended": ({ spec }) => `ended the claim of ${spec}`,
  "evidence.added": ({ spec }) => `added evidence to ${spec}`,
  "review.asked": ({ spec }) => `asked for a review of ${spec}`,
  "review.failed": ({ spec }) => `sent ${spec} back after a review`,
  "policy.changed": "changed the policy of evidence",

  "dependency.created": "added a dependency",
  "dependency.deleted": "removed a dependency",

  "label.created": "added a label",
  "label.updated": "changed a label",
  "label.deleted": "deleted a label",
  "view.created": "saved a view",
  "view.updated": "changed a view",
  "view.deleted": "deleted a view",
  "personal_view.created": "saved a view of their own",
  "personal_view.updated": "changed a view of their own",
  "personal_view.deleted": "deleted a view of their own",

  "instructions.updated": "changed the instructions",
  "proposal.created": "proposed instructions",
  "proposal.accepted": "accepted proposed instructions",
  "proposal.rejected": "rejected proposed instructions",
  "proposal.withdrawn": "withdrew proposed instructions",
  "format.created": "added a format",
  "format.updated": "changed a format",
  "format.deleted": "deleted a format",

  "thread.created": ({ spec }) => `began a thread about ${spec}`,
  "thread.resolved": ({ spec }) => `resolved a thread about ${spec}`,
  "thread.reopened": ({ spec }) => `opened a thread about ${spec} again`,
  "question.asked": ({ spec }) => `asked a question about ${spec}`,
  "question.answered": ({ spec }) => `answered a question about ${spec}`,
  "comment.created": ({ spec }) => `commented on ${spec}`,
  "comment.updated": ({ spec }) => `changed a comment on ${spec}`,
  "comment.deleted": ({ spec }) => `deleted a comment on ${spec}`,
  "document.file_added": ({ spec }) => `added a picture to ${spec}`,
  "suggestion.created": ({ spec }) => `suggested a change of ${spec}`,
  "suggestion.accepted": ({ spec }) => `accepted a suggested change of ${spec}`,
  "suggestion.rejected": ({ spec }) => `rejected a suggested change of ${spec}`,
  "suggestion.withdrawn": ({ spec }) => `withdrew a suggested change of ${spec}`,
  "suggestion.changed": ({ spec }) => `changed the specs suggested for ${spec}`,
  "suggestion.outdated": ({ spec }) =>
    `set a suggested change of ${spec} aside, since its words have changed`,

  "connector.connected": "connected a tracker or server",
  "connector.disconnected": "disconnected a tracker or server",
  "connector.disconnected_upstream": "lost a connection, which has to be made again",
  "connector.webhook_created": "had a tracker send its changes",
  "connector.webhook_removed": "ended what a tracker sends",
  "connector.toolset_changed": "changed the tools of a server",
  "connector.tools_changed": "found other tools at a server",
  "tool.called": "called a tool",
  "mcp_server.created": "added an MCP server",
  "mcp_server.updated": "changed an MCP server",
  "mcp_server.deleted": "deleted an MCP server",

  "prototype.updated": "uploaded the prototype",
  "prototype.deleted": "deleted the prototype",
  "prototype.shared": "made a public link to the prototype",
  "prototype.unshared": "revoked a public link to the prototype",

  "read_link.created": ({ spec }) => `made a read link to ${spec}`,
  "read_link.deleted": ({ spec }) => `removed a read link to ${spec}`,

  "model.created": "added a model",
  "model.updated": "changed a model",
  "model.deleted": "deleted a model",
  "personal_model.created": "added a model of their own",
  "personal_model.updated": "changed a model of their own",
  "personal_model.deleted": "deleted a model of their own",

  "run.started": "started the planning agent",
  "run.waiting": "asked a question in a run of the planning agent",
  "run.paused": "paused the planning agent",
  "run.ended": ({ data }) => (data ? runEndings[data.state] : "ended a run of the planning agent"),

  "webhook.created": "added a webhook",
  "webhook.updated": "changed a webhook",
  "webhook.deleted": "deleted a webhook",
  "webhook.tested": "sent a test: this webhook works",
  "webhook.paused": "paused a webhook",

  "push.started": "started a push to the tracker",
  "push.step": ({ data }) => (data ? stepActions[data.action] : "changed an issue in the tracker"),
  "push.cancelled": "cancelled a push to the tracker",
  "push.finished": ({ data }) => (data && pushEndings[data.status]) ?? "ended a push to the tracker",
};

/** Returns what an event's actor did, in words. */
export function wordsOf<T extends EventType>(type: T, event: Happening<T>): string {
  const said = words[type] as Words<T>;
  return typeof said === "function" ? said(event) : said;
}
