import {
  endPlanSubscription,
  endSpecSubscription,
  getPlanSubscription,
  getSpecSubscription,
  type Subscription,
  type SubscriptionState,
  setPlanSubscription,
  setSpecSubscription,
} from "@groundplan/contract";
import type { Actor } from "../../../actor.ts";
import { read, write } from "../../../dispatch/handlers.ts";
import { subscriptionOf } from "../../../inbox-items/subscribers.ts";
import type { Db, Tx } from "../../../storage/dialect.ts";
import { readablePlan } from "../../plans/access.ts";
import { readableSpec } from "../../specs/access.ts";

/** A plan, or a spec of a plan. */
interface Subject {
  subjectId: string;
  planId: string;
}

type PlanPath = Parameters<typeof readablePlan>[2];
type SpecPath = Parameters<typeof readableSpec>[2];

async function ofPlan(db: Db, actor: Actor, path: PlanPath): Promise<Subject> {
  const { id } = await readablePlan(db, actor, path);
  return { subjectId: id, planId: id };
}

async function ofSpec(db: Db, actor: Actor, path: SpecPath): Promise<Subject> {
  const { spec, plan } = await readableSpec(db, actor, path);
  return { subjectId: spec.id, planId: plan.id };
}

export const planSubscriptionGet = read(getPlanSubscription, async (db, actor, { params }) =>
  answer(db, actor, await ofPlan(db, actor, params)),
);
export const planSubscriptionSet = write(setPlanSubscription, async (tx, actor, { params, body }) =>
  subscribe(tx, actor, await ofPlan(tx, actor, params), body.state),
);
export const planSubscriptionEnd = write(endPlanSubscription, async (tx, actor, { params }) =>
  unsubscribe(tx, actor, await ofPlan(tx, actor, params)),
);
export const specSubscriptionGet = read(getSpecSubscription, async (db, actor, { params }) =>
  answer(db, actor, await ofSpec(db, actor, params)),
);
export const specSubscriptionSet = write(setSpecSubscription, async (tx, actor, { params, body }) =>
  subscribe(tx, actor, await ofSpec(tx, actor, params), body.state),
);
export const specSubscriptionEnd = write(endSpecSubscription, async (tx, actor, { params }) =>
  unsubscribe(tx, actor, await ofSpec(tx, actor, params)),
);

async function subscribe(tx: Tx, actor: Actor, subject: Subject, state: SubscriptionState) {
  const key = { workspace_id: actor.workspaceId, user_id: actor.userId, subject_id: subject.subjectId };
  await tx
    .insertInto("subscriptions")
    .values({ ...key, state })
    .onConflict((conflict) =>
      conflict.columns(["workspace_id", "user_id", "subject_id"]).doUpdateSet({ state }),
    )
    .execute();
  return answer(tx, actor, subject);
}

async function unsubscribe(tx: Tx, actor: Actor, subject: Subject) {
  await tx
    .deleteFrom("subscriptions")
    .where("workspace_id", "=", actor.workspaceId)
    .where("user_id", "=", actor.userId)
    .where("subject_id", "=", subject.subjectId)
    .execute();
  const { subscription } = await answer(tx, actor, subject);
  return { deleted: true as const, subscription };
}

async function answer(
  db: Db,
  { workspaceId, userId }: Actor,
  subject: Subject,
): Promise<{ subscription: Subscription }> {
  return { subscription: await subscriptionOf(db, { workspaceId, userId, ...subject }) };
}
