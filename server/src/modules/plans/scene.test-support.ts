import type { Plan, SpecWithCriteria } from "@groundplan/contract";
import { expect } from "vitest";
import type { Answer, Person } from "../../../test/world.ts";

/** Returns an answer's status with its error code: `"409 plan_archived"` or `"201"`. */
export const outcome = ({ status, body }: Answer): string => [status, body?.error?.code].join(" ").trim();

export async function newPlan(
  by: Person,
  project: string,
  body: Record<string, unknown> = {},
): Promise<Plan & { path: string }> {
  const answer = await by.post(`${project}/plans`, { name: "Plan", ...body });
  expect(outcome(answer)).toBe("201");
  return { ...answer.body.plan, path: `${project}/plans/${answer.body.plan.shortId}` };
}

export async function newSpec(
  by: Person,
  plan: { path: string },
  body: Record<string, unknown> = {},
): Promise<SpecWithCriteria & { path: string }> {
  const answer = await by.post(`${plan.path}/specs`, { title: "Spec", ...body });
  expect(outcome(answer)).toBe("201");
  return { ...answer.body.spec, path: `${plan.path}/specs/${answer.body.spec.shortId}` };
}
