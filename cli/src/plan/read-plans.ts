import {
  listDependencies,
  listSpecs,
  type Plan,
  type PlanTree,
  type Reply,
  type Spec,
} from "@groundplan/contract";
import type { Client } from "../../../client/src/index.ts";

/** A plan of a tree with its direct content. */
export interface WholePlan {
  plan: Plan;
  /** The number of ancestors in the tree. */
  depth: number;
  specs: Spec[];
  /** Dependencies of the plan and its specs on their needs. */
  dependencies: Reply<typeof listDependencies>["dependencies"];
}

/** Reads the specs and dependencies of a plan and its sub-plans, parents first. */
export async function readPlans(client: Client, projectSlug: string, tree: PlanTree): Promise<WholePlan[]> {
  const plans: WholePlan[] = [];
  const read = async ({ plan, children }: PlanTree, depth: number): Promise<void> => {
    const params = { projectSlug, planShortId: plan.shortId };
    const [specs, dependencies] = await Promise.all([
      Array.fromAsync(client.pages(listSpecs, { params }, "specs")),
      Array.fromAsync(client.pages(listDependencies, { params }, "dependencies")),
    ]);
    plans.push({ plan, depth, specs, dependencies });
    for (const child of children) await read(child, depth + 1);
  };
  await read(tree, 0);
  return plans;
}
