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
  subscribe(tx, actor, await ofPlan(tx, actor, params), null),
);
export const specSubscriptionGet = read(getSpecSubscription, async (db, actor, { params }) =>
  answer(db, actor, await ofSpec(db, actor, params)),
);
export const specSubscriptionSet = write(setSpecSubscription, async (tx, actor, { params, body }) =>
  subscribe(tx, actor, await ofSpec(tx, actor, params), body.state),
);
export const specSubscriptionEnd = write(endSpecSubscription, async (tx, actor, { params }) =>
  subscribe(tx, actor, await ofSpec(tx, actor, params), null),
);

async function subscribe(tx: Tx, actor: Actor, subject: Subject, state: SubscriptionState | null) {
  const key = { workspace_id: actor.workspaceId, user_id: actor.userId, subject_id: subject.subjectId };
  if (state === null)
    await tx
      .deleteFrom("subscriptions")
      .where("workspace_id", "=", key.workspace_id)
      .where("user_id", "=", key.user_id)
      .where("subject_id", "=", key.subject_id)
      .execute();
  else
    await tx
      .insertInto("subscriptions")
      .values({ ...key, state })
      .onConflict((conflict) =>
        conflict.columns(["workspace_id", "user_id", "subject_id"]).doUpdateSet({ state }),
      )
      .execute();
  return answer(tx, actor, subject);
}

async function answer(
  db: Db,
  { workspaceId, userId }: Actor,
  subject: Subject,
): Promise<{ subscription: Subscription }> {
  return { subscription: await subscriptionOf(db, { workspaceId, userId, ...subject }) };
}
