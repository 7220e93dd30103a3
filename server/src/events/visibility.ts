import type { EventType } from "@groundplan/contract";

/**
 * Who receives an event. `plan`: its current readers. `document`: the same, or members without a plan. `person`:
 * the user in `audience`. `owners`, `members`: current ones.
 */
export type EventVisibility = "plan" | "document" | "person" | "owners" | "members";

/** The visibility of every event type, used by inbox, streams, webhooks and audit. */
export const visibilityOfType = {
  "workspace.created": "members",
  "workspace.updated": "members",
  "member.added": "members",
  "member.role_changed": "members",
  "member.removed": "members",
  "member.credentials_revoked": "members",
  "invite.created": "owners",
  "invite.resent": "owners",
  "invite.revoked": "owners",
  "invite.accepted": "owners",
  "api_key.created": "person",
  "api_key.revoked": "person",
  "api_key.renamed": "person",

  "oauth_connection.created": "person",
  "oauth_connection.revoked": "person",
  "session.started": "person",
  "session.ended": "person",
  "password.changed": "person",
  "passkey.added": "person",
  "passkey.removed": "person",
  "issuer.linked": "person",
  "issuer.unlinked": "person",

  "context_source.created": "document",
  "context_source.updated": "document",
  "context_source.deleted": "document",
  "context_source.activated": "document",

  "project.created": "members",
  "project.updated": "members",
  "project.tracker_set": "members",
  "project.deleted": "members",
  "project.restored": "members",
  "project.purged": "members",

  "skill.created": "members",
  "skill.updated": "members",
  "skill.deleted": "members",

  "plan.created": "plan",
  "plan.updated": "plan",
  "plan.status_changed": "plan",
  "plan.moved": "plan",
  "plans.reordered": "members",
  "plan.archived": "plan",
  "plan.restored": "plan",
  "plan.deleted": "plan",
  "plan.purged": "plan",
  "plan.shared": "plan",
  "plan.unshared": "plan",
  "plan.owner_changed": "plan",
  "plan.lead_changed": "plan",
  "plan.lead_removed": "plan",

  "spec.created": "plan",
  "spec.updated": "plan",
  "spec.moved": "plan",
  "spec.deleted": "plan",
  "spec.restored": "plan",
  "spec.purged": "plan",
  "specs.reordered": "plan",
  "spec.assigned": "plan",
  "spec.unassigned": "plan",

  "label.created": "members",
  "label.updated": "members",
  "label.deleted": "members",

  "view.created": "members",
  "view.updated": "members",
  "view.deleted": "members",
  "personal_view.created": "person",
  "personal_view.updated": "person",
  "personal_view.deleted": "person",

  "claim.taken": "plan",
  "claim.renewed": "plan",
  "claim.completed": "plan",
  "claim.released": "plan",
  "claim.expired": "plan",
  "claim.ended": "plan",
  "evidence.added": "plan",
  "review.asked": "plan",
  "review.failed": "plan",
  "policy.changed": "members",

  "dependency.created": "plan",
  "dependency.deleted": "plan",

  "instructions.updated": "members",
  "proposal.created": "members",
  "proposal.accepted": "members",
  "proposal.rejected": "members",
  "proposal.withdrawn": "members",

  "format.created": "members",
  "format.updated": "members",
  "format.deleted": "members",

  "thread.created": "document",
  "thread.resolved": "document",
  "thread.reopened": "document",
  "question.asked": "document",
  "question.answered": "document",
  "comment.created": "document",
  "comment.updated": "document",
  "comment.deleted": "document",

  "document.file_added": "document",
  "suggestion.created": "document",
  "suggestion.changed": "document",
  "suggestion.accepted": "document",
  "suggestion.rejected": "document",
  "suggestion.withdrawn": "document",
  "suggestion.outdated": "document",

  "connector.connected": "members",
  "connector.disconnected": "members",
  "connector.disconnected_upstream": "members",
  "connector.webhook_created": "members",
  "connector.webhook_removed": "members",
  "connector.toolset_changed": "members",
  "connector.tools_changed": "members",
  "tool.called": "members",

  "mcp_server.created": "members",
  "mcp_server.updated": "members",
  "mcp_server.deleted": "members",

  "prototype.updated": "plan",
  "prototype.deleted": "plan",
  "prototype.shared": "plan",
  "prototype.unshared": "plan",
  "read_link.created": "plan",
  "read_link.deleted": "plan",

  "model.created": "owners",
  "model.updated": "owners",
  "model.deleted": "owners",
  "personal_model.created": "person",
  "personal_model.updated": "person",
  "personal_model.deleted": "person",

  "run.started": "plan",
  "run.waiting": "plan",
  "run.paused": "plan",
  "run.ended": "plan",

  "webhook.created": "person",
  "webhook.updated": "person",
  "webhook.deleted": "person",
  "webhook.tested": "person",
  "webhook.paused": "person",

  "push.started": "plan",
  "push.step": "plan",
  "push.cancelled": "plan",
  "push.finished": "plan",
} as const satisfies Record<EventType, EventVisibility>;

/**
 * Types that may revoke someone's access: `audience` holds those who had it before, and get the event without
 * data.
 */
export const revokingTypes = [
  ...(["plan.updated", "plan.moved", "plan.deleted", "plan.purged"] as const),
  ...(["plan.unshared", "plan.owner_changed"] as const),
] satisfies readonly EventType[];

type TypeOf<R extends EventVisibility> = {
  [T in EventType]: (typeof visibilityOfType)[T] extends R ? T : never;
}[EventType];

/** User ids, or everybody who was a member at the time. */
export type Audience = readonly string[] | "members";

/** Audience fields that an event type requires besides its subject. */
export type AudienceOf<T extends EventType> =
  T extends TypeOf<"person">
    ? { audience: readonly [userId: string] }
    : T extends (typeof revokingTypes)[number]
      ? { audience: Audience | null }
      : { audience?: null };
