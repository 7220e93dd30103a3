import type { Client } from "@groundplan/client";
import { createPlan, createSpecBatch, deletePlan, getSpec, type Plan } from "@groundplan/contract";
import { explain, Failure } from "../failure.ts";
import { chunks } from "./chunks.ts";

interface Source {
  plan: { name: string; description: string };
  specs: readonly { title: string; content: string }[];
}

/** What was made, as the service reads it back. */
export interface Made {
  plan: Plan;
  specs: number;
  criteria: number;
}

/**
 * Makes a plan with its specs, whole or not at all: where a part of the specs fails, the plan is deleted again.
 * Throws a `Failure` that says what stays.
 */
export async function makePlan(client: Client, projectSlug: string, source: Source): Promise<Made> {
  const { plan } = await client.call(createPlan, { params: { projectSlug }, body: source.plan });
  const params = { projectSlug, planShortId: plan.shortId };
  const handles: string[] = [];
  try {
    for (const specs of chunks(source.specs.map(({ title, content }) => ({ title, content })))) {
      const made = await client.call(createSpecBatch, { params, body: { specs } });
      handles.push(...made.specs.map(({ shortId }) => shortId));
    }
  } catch (error) {
    const made = `${plan.shortId} with ${handles.length} of ${source.specs.length} specs`;
    throw await undo(client, params, made, error);
  }
  return { plan, specs: handles.length, criteria: await countCriteria(client, params, handles) };
}

type PlanParams = { projectSlug: string; planShortId: string };

/** Deletes what was made by half; the failure says whether that worked. */
async function undo(client: Client, params: PlanParams, made: string, reason: unknown): Promise<Failure> {
  const why = explain(reason) ?? String(reason);
  try {
    await client.call(deletePlan, { params });
  } catch (error) {
    const address = `/v1/projects/${params.projectSlug}/plans/${params.planShortId}`;
    return new Failure(
      `${why} What was made stays, ${made}, since deleting it failed too: ${explain(error) ?? error} Delete it with DELETE ${address}, then import again.`,
      { cause: reason },
    );
  }
  return new Failure(`${why} What was made (${made}) was deleted again; nothing stays.`, { cause: reason });
}

/** The service's own count: a criterion that it doesn't see would not be checked by anyone. */
async function countCriteria(client: Client, params: PlanParams, handles: string[]): Promise<number> {
  let count = 0;
  try {
    for (const specShortId of handles) {
      const { spec } = await client.call(getSpec, { params: { ...params, specShortId } });
      count += spec.acceptanceCriteria.length;
    }
  } catch (error) {
    const whole = `${params.planShortId} was made with all its ${handles.length} specs; don't import it again`;
    throw new Failure(`${whole}. Reading it back to count the criteria failed: ${explain(error) ?? error}`, {
      cause: error,
    });
  }
  return count;
}
