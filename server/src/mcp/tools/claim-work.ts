import { type Claim, type ClaimWithBrief, grade, listClaims, takeClaim } from "@groundplan/contract";
import { z } from "zod";
import type { Caller } from "../caller.ts";
import { argumentOf, at, ToolError } from "../errors.ts";
import { locatePlan, locateSpec, ofSpec } from "../locate.ts";
import { handleOf, sayBrief, sayClaim } from "../render/claim.ts";
import { timeOf } from "../render/words.ts";
import { budgetArgument, budgetToCut, tool } from "./tool.ts";

const given = z.strictObject({
  spec: z.string().optional(),
  project: z.string().optional(),
  plan: z.string().optional(),
  effort: grade().optional().describe("At most"),
  readiness: grade().optional().describe("At least; 4"),
  minutes: z.int().min(1).max(480).optional().describe("Lease; 30"),
  budget: budgetArgument,
});

export const claimWork = tool({
  name: "claim_work",
  description:
    "Take the next buildable spec, or a named one, under a lease, with its brief. Keep the claim for report_work.",
  arguments: given,
  isRead: false,
  usualBudget: 4000,
  example: { effort: 3, readiness: 4, minutes: 30 },
  async run(caller, { spec, project, plan, effort, readiness, minutes }, budget) {
    if (spec !== undefined) refuseBeside({ project, plan, effort, readiness }, { spec, minutes });
    const others = await liveClaims(caller);
    const lease = { minutes, agent: caller.agent, budget: budgetToCut(budget, "brief") };
    const choice = { maxEffort: effort, minReadiness: readiness };
    const take = (body: Record<string, unknown>) =>
      caller.call(takeClaim, { body: Object.assign(choice, body, lease) });
    const taken = await (spec === undefined
      ? takeNext(caller, { project, plan }, take)
      : takeNamed(caller, spec, take));
    // A repetition of the call finds the claim that the first one took.
    const names = namesOf(others.filter(({ id }) => id !== taken.claim.id));
    return sayBrief([sayClaim(taken.claim), ...names], taken, budget);
  },
});

type Take = (body: Record<string, unknown>) => Promise<ClaimWithBrief>;
type Scope = Record<"project" | "plan", string | undefined>;

async function takeNext(caller: Caller, { project, plan }: Scope, take: Take): Promise<ClaimWithBrief> {
  const planShortId = plan === undefined ? undefined : (await locatePlan(caller, plan, "plan")).planShortId;
  const attempt = { tool: "find", arguments: { kind: "spec" } };
  return at("", () => take({ projectSlug: project, planShortId }), { pathOf: argumentOf, attempt });
}

/** Throws for a choice beside a named spec. */
function refuseBeside(choice: Record<string, unknown>, named: Record<string, unknown>): void {
  const field = Object.keys(choice).find((name) => choice[name] !== undefined);
  if (field === undefined) return;
  throw new ToolError(field, "can't stand beside `spec`, which already says what to claim.", "", {
    tool: "claim_work",
    arguments: named,
  });
}

async function takeNamed(caller: Caller, spec: string, take: Take): Promise<ClaimWithBrief> {
  const path = await locateSpec(caller, spec, "spec");
  const handle = handleOf(path);
  const attempt = { tool: "get_specs", arguments: { specs: [handle] } };
  const work = () => ofSpec(caller, path, "spec", () => take({ spec: handle }));
  return at("spec", work, { pathOf: argumentOf, attempt });
}

/** Other claims that are named; the rest are counted. */
const mostNamed = 3;

async function liveClaims(caller: Caller): Promise<Claim[]> {
  const { claims } = await caller.call(listClaims, { query: { own: "true", limit: "20" } });
  return claims.filter(({ state }) => state === "held");
}

/** Names claims of this credential, never their numbers: they may be another process's. */
function namesOf(claims: readonly Claim[]): string[] {
  if (claims.length === 0) return [];
  const named = claims
    .slice(0, mostNamed)
    .map((claim) => `${handleOf(claim)} is free again at ${timeOf(claim.until)}`);
  const more = claims.length > mostNamed ? `, and ${claims.length - mostNamed} more` : "";
  return [`yours from before? ${named.join(", ")}${more}`];
}
