import { createPlan, createSpecBatch, deletePlan, type Plan } from "@groundplan/contract";
import type { Client } from "../../../client/src/index.ts";
import { explain, Failure } from "../failure.ts";
import { chunks } from "./chunks.ts";

interface Source {
  plan: { name: string; description: string };
  specs: readonly { title: string; content: string }[];
}

/** The plan and the number of specs that the service made. */
export interface Made {
  plan: Plan;
  specs: number;
}

/** The client waits for a full minute of the rate limit, since half an import helps nobody. */
const patience = { timeout: 150_000 };

/**
 * Makes a plan with its specs, all or nothing: where some of the specs fail, the plan is deleted again. Throws a
 * `Failure` that says what is left.
 */
export async function makePlan(client: Client, projectSlug: string, source: Source): Promise<Made> {
  const { plan } = await client.call(createPlan, { params: { projectSlug }, body: source.plan }, patience);
  const params = { projectSlug, planShortId: plan.shortId };
  let count = 0;
  try {
    for (const specs of chunks(source.specs.map(({ title, content }) => ({ title, content })))) {
      const made = await client.call(createSpecBatch, { params, body: { specs } }, patience);
      count += made.specs.length;
    }
  } catch (error) {
    const created = `${plan.shortId} with ${count} of ${source.specs.length} specs`;
    throw await undo(client, params, created, error);
  }
  return { plan, specs: count };
}

type PlanParams = { projectSlug: string; planShortId: string };

/** Deletes a plan that was made in part; the failure it returns says whether that worked. */
async function undo(client: Client, params: PlanParams, created: string, reason: unknown): Promise<Failure> {
  const why = explain(reason) ?? String(reason);
  try {
    await client.call(deletePlan, { params }, patience);
  } catch (error) {
    const address = `/v1/projects/${params.projectSlug}/plans/${params.planShortId}`;
    return new Failure(
      `${why} What was made stays, ${created}, since deleting it failed too: ${explain(error) ?? error} Delete it with \`groundplan api DELETE ${address}\`, then import again.`,
      { cause: reason },
    );
  }
  return new Failure(`${why} What was made (${created}) was deleted again; nothing stays.`, {
    cause: reason,
  });
}
