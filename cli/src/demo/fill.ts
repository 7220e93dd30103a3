import {
  createDependency,
  createPlan,
  createPlanSource,
  createProject,
  createSpecBatch,
  putInstructions,
} from "@groundplan/contract";
import type { Cast, Made } from "./cast.ts";
import { checkout } from "./checkout.ts";
import { instructions, sources } from "./context.ts";
import { otherPlans } from "./other-plans.ts";
import type { StoryPlan } from "./story.ts";
import { talk } from "./talk.ts";

const projectSlug = "shop";

/**
 * Creates the demo through the API, as its people would: plans, context and conversations. Returns the
 * counts.
 */
export async function fill({ clients, ids }: Cast): Promise<{ plans: number; specs: number }> {
  const { mira } = clients;
  await mira.call(createProject, { body: { name: "Shop", slug: projectSlug } });
  await mira.call(putInstructions, { body: { markdown: instructions, message: "What we agreed on" } });
  const made = new Map<string, Made>();
  for (const plan of [...checkout, ...otherPlans]) made.set(plan.name, await makePlan(clients, plan, made));

  const [first] = checkout;
  const main = made.get(first?.name ?? "");
  if (!main) throw new Error("The demo has no first plan.");
  for (const source of sources)
    await mira.call(createPlanSource, { params: main.params, body: { ...source, kind: "note" } });
  const wallet = made.get("Paying with a wallet");
  if (wallet)
    await clients.jonas.call(createDependency, {
      params: wallet.params,
      body: { fromSpecId: wallet.specId("sheet"), toSpecId: main.specId("address") },
    });
  await talk(clients, ids, main);
  const specs = [...made.values()].reduce((sum, plan) => sum + plan.specs.length, 0);
  return { plans: made.size, specs };
}

async function makePlan(
  clients: Cast["clients"],
  { name, description, owner, parent, visibility, specs }: StoryPlan,
  made: ReadonlyMap<string, Made>,
): Promise<Made> {
  const client = clients[owner];
  const parentPlanId = parent === undefined ? undefined : made.get(parent)?.params.planShortId;
  const { plan } = await client.call(createPlan, {
    params: { projectSlug },
    body: {
      name,
      description,
      ...(visibility === undefined ? {} : { visibility }),
      ...(parentPlanId === undefined ? {} : { parentPlanId }),
    },
  });
  const params = { projectSlug, planShortId: plan.shortId };
  const batch = await client.call(createSpecBatch, { params, body: { specs } });
  const specId = (ref: string) => {
    const spec = batch.specs[specs.findIndex((one) => one.ref === ref)];
    if (!spec) throw new Error(`The demo's plan ${name} has no spec ${ref}.`);
    return spec.id;
  };
  return { params, specs: batch.specs, specId };
}
