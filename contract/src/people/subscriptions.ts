import { z } from "zod";
import { planParams, specParams } from "../common.ts";
import { endpoint } from "../endpoint.ts";

const tag = "Inbox";
const planPath = "/v1/projects/{projectSlug}/plans/{planShortId}/subscription";
const specPath = "/v1/projects/{projectSlug}/plans/{planShortId}/specs/{specShortId}/subscription";

export const subscriptionState = z.enum(["follow", "mute"]);
export type SubscriptionState = z.infer<typeof subscriptionState>;

export const Subscription = z
  .object({
    state: subscriptionState
      .nullable()
      .describe("`follow`: the caller is notified as if taking part; `mute`: never; null: neither was set."),
    inherited: subscriptionState
      .nullable()
      .describe("What holds while `state` is null: the state of the spec's plan, or of a parent plan."),
  })
  .meta({ id: "Subscription" });
export type Subscription = z.infer<typeof Subscription>;

const reply = z.object({ subscription: Subscription });
const endedReply = z.object({ deleted: z.literal(true), subscription: Subscription });
const body = z.strictObject({ state: subscriptionState });
const says =
  "Followers are notified of conversations, suggestions, reviews and pushes. Who mutes is notified of nothing there, mentions included, except shares, transfers and assignments. A spec's own state wins over its plan's, and a plan's over its parent's.";

export const getPlanSubscription = endpoint({
  id: "planSubscription.get",
  method: "GET",
  path: planPath,
  summary: "Read whether the caller follows or mutes a plan",
  tag,
  params: planParams,
  reply,
  errors: ["not_found"],
});

export const setPlanSubscription = endpoint({
  id: "planSubscription.put",
  method: "PUT",
  path: planPath,
  summary: "Follow or mute a plan",
  description: says,
  tag,
  params: planParams,
  body,
  reply,
  errors: ["not_found"],
});

export const endPlanSubscription = endpoint({
  id: "planSubscription.delete",
  method: "DELETE",
  path: planPath,
  summary: "Neither follow nor mute a plan",
  tag,
  params: planParams,
  reply: endedReply,
  errors: ["not_found"],
});

export const getSpecSubscription = endpoint({
  id: "specSubscription.get",
  method: "GET",
  path: specPath,
  summary: "Read whether the caller follows or mutes a spec",
  tag,
  params: specParams,
  reply,
  errors: ["not_found"],
});

export const setSpecSubscription = endpoint({
  id: "specSubscription.put",
  method: "PUT",
  path: specPath,
  summary: "Follow or mute a spec",
  description: says,
  tag,
  params: specParams,
  body,
  reply,
  errors: ["not_found"],
});

export const endSpecSubscription = endpoint({
  id: "specSubscription.delete",
  method: "DELETE",
  path: specPath,
  summary: "Neither follow nor mute a spec",
  tag,
  params: specParams,
  reply: endedReply,
  errors: ["not_found"],
});
