import type { EventData } from "@groundplan/contract";
import type { NotifyingType } from "../../inbox-items/notifying-types.ts";

type Pushed = EventData<"push.finished">["status"];

/** How a push ended. */
const endings: Partial<Record<Pushed, string>> = {
  pushed: "pushed the plan",
  unchanged: "found nothing to push",
  partial: "pushed the plan in part",
  failed: "could not push the plan",
};

/** How a run of the planning agent ended. */
const runEndings: Record<EventData<"run.ended">["state"], string> = {
  done: "has finished a run of the planning agent",
  failed: "could not finish a run of the planning agent",
  stopped: "stopped your run of the planning agent",
};

/** Why a webhook was paused. */
const pauses: Record<EventData<"webhook.paused">["because"], string> = {
  failures: "paused a webhook, since its deliveries failed",
  gone: "paused a webhook, since its receiver wants no more events",
  app_ended: "paused a webhook, since its app is no longer connected",
};

/** What somebody did, by event type, completing their name. */
const activities: { [T in NotifyingType]: (data: EventData<T>) => string } = {
  "thread.created": () => "began a thread",
  "thread.resolved": () => "resolved a thread",
  "thread.reopened": () => "opened a thread again",
  "question.asked": () => "asked a question",
  "question.answered": () => "answered a question",
  "comment.created": () => "commented on a thread",
  "comment.updated": () => "changed a comment",
  "suggestion.created": () => "suggested a change",
  "suggestion.accepted": () => "accepted your suggestion",
  "suggestion.rejected": () => "rejected your suggestion",
  "suggestion.outdated": () => "set your suggestion aside, since its words have changed",
  "claim.released": () => "released your claim",
  "claim.expired": () => "ended your claim, since its lease ran out",
  "claim.ended": () => "ended your claim",
  "review.asked": () => "asked for a review of a spec",
  "review.failed": () => "sent a spec back after a review",
  "policy.changed": () => "changed the policy of evidence",
  "spec.assigned": () => "assigned a spec to you",
  "plan.lead_changed": () => "made you the lead of a plan",
  "plan.shared": () => "shared a plan with you",
  "plan.owner_changed": () => "made you the owner of a plan",
  "run.waiting": () => "asks you a question about a plan",
  "run.paused": () => "paused the planning agent",
  "run.ended": ({ state }) => runEndings[state],
  "webhook.paused": ({ because }) => pauses[because],
  "connector.disconnected_upstream": () =>
    "lost a connection, since the service there ended it: connect it again",
  "push.finished": ({ status }) => endings[status] ?? "ended a push",
};

/** Returns the activity that an item reports. */
export const activityOf = (
  type: NotifyingType,
  { data, mentioned }: { data: string; mentioned: 0 | 1 },
): string =>
  mentioned === 1
    ? "mentioned you in a thread"
    : (activities[type] as (data: unknown) => string)(JSON.parse(data));
