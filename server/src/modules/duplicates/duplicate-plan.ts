import { duplicatePlan } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { post } from "../../dispatch/handlers.ts";
import { ofField } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import type { Tx } from "../../storage/dialect.ts";
import { copyDependencies } from "../dependencies/copy-dependencies.ts";
import { ownPictures } from "../document-files/copy-pictures.ts";
import { loadAfterWrite, type PlanRow, readablePlan, requireNotArchived } from "../plans/access.ts";
import { type CopiedPlan, copyPlans } from "../plans/copy-plans.ts";
import { disclosesPlan, presentPlan } from "../plans/present.ts";
import { projectOfId, readableProject, requireMember } from "../projects/access.ts";
import { copySpecs } from "../specs/writes/copy-specs.ts";
import { copyName } from "./copy-name.ts";

/** Copies a plan as a root of the caller's own (docs/decisions/duplicates.md). */
export const planDuplicate = post(duplicatePlan, disclosesPlan, async (tx, actor, { params, body }) => {
  const plan = await readablePlan(tx, actor, params);
  const { projectSlug, name = nameOfCopy(plan), withSubPlans = true, withSpecs = true } = body;
  const project =
    projectSlug === undefined
      ? await projectOfId(tx, actor, plan.project_id)
      : await ofField("/projectSlug", () => readableProject(tx, actor, projectSlug));
  requireMember(actor);
  requireNotArchived(plan);
  const own = (documentId: string, text: string) => ownPictures(tx, plan, [{ documentId, text }]);
  const plans = await copyPlans(tx, actor, plan, { projectId: project.id, name, withSubPlans, own });
  await appendEvents(
    tx,
    actor,
    plans.map(({ event }) => event),
  );
  await copyContents(tx, actor, plan, plans, withSpecs);
  const copy = plans.find(({ from }) => from === plan.id);
  if (!copy) throw new Error("the plan was not among its copies");
  return { plan: presentPlan(await loadAfterWrite(tx, actor, copy.id)) };
});

/** A plan from a template isn't named as a copy of it. */
const nameOfCopy = (plan: PlanRow): string => (plan.root_template === 1 ? plan.name : copyName(plan.name));

/** Copies the specs of copied plans, and all needs whose ends were both copied. */
async function copyContents(
  tx: Tx,
  actor: Actor,
  original: PlanRow,
  plans: readonly CopiedPlan[],
  withSpecs: boolean,
): Promise<void> {
  const copies = new Map(plans.map((plan) => [plan.from, { id: plan.id, plan }]));
  if (withSpecs)
    for (const plan of plans) {
      const specs = await copySpecs(tx, actor, plan, (texts) => ownPictures(tx, original, texts));
      for (const [from, id] of specs) copies.set(from, { id, plan });
    }
  await appendEvents(tx, actor, await copyDependencies(tx, actor.workspaceId, copies));
}
