import { grade, listClaims, takeClaim } from "@groundplan/contract";
import { z } from "zod";
import type { Caller } from "../caller.ts";
import { at } from "../errors.ts";
import { locatePlan, locateSpec, ofSpec } from "../locate.ts";
import { handleOf, leastOfBrief, sayBrief, sayClaim } from "../render/claim.ts";
import { timeOf } from "../render/words.ts";
import { budgetArgument, tool } from "./tool.ts";

const given = z.strictObject({
  spec: z.string().optional(),
  project: z.string().optional(),
  plan: z.string().optional(),
  effort: grade().optional().describe("At most"),
  readiness: grade().optional().describe("At least; 4"),
  minutes: z.int().optional().describe("Lease; 30"),
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
    const others = await namesOfOthers(caller);
    const body = { minutes, agent: caller.agent, budget: Math.max(leastOfBrief, budget) };
    if (spec !== undefined) {
      const path = await locateSpec(caller, spec, "spec");
      const handle = `${path.planShortId}/${path.specShortId}`;
      const more = { projectSlug: project, planShortId: plan, maxEffort: effort, minReadiness: readiness };
      const taken = await at(
        "spec",
        () =>
          ofSpec(caller, path, "spec", () =>
            caller.call(takeClaim, { body: Object.assign({ spec: handle }, more, body) }),
          ),
        {
          pathOf: (inner) => ourNames[inner] ?? inner,
          attempt: { tool: "get_specs", arguments: { specs: [handle] } },
        },
      );
      return sayBrief([sayClaim(taken.claim), ...others], taken, budget);
    }
    const planShortId = plan === undefined ? undefined : (await locatePlan(caller, plan, "plan")).planShortId;
    const choice = { projectSlug: project, planShortId, maxEffort: effort, minReadiness: readiness };
    const taken = await at("", () => caller.call(takeClaim, { body: Object.assign(choice, body) }), {
      pathOf: (path) => ourNames[path] ?? path,
      attempt: { tool: "find", arguments: { kind: "spec" } },
    });
    return sayBrief([sayClaim(taken.claim), ...others], taken, budget);
  },
});

const ourNames: Record<string, string> = {
  projectSlug: "project",
  planShortId: "plan",
  maxEffort: "effort",
  minReadiness: "readiness",
};

/** Other claims that are named; the rest are counted. */
const mostNamed = 3;

/** Names the live claims of this credential, never their numbers: they may be another process's. */
async function namesOfOthers(caller: Caller): Promise<string[]> {
  const { claims } = await caller.call(listClaims, { query: { own: "true", limit: "20" } });
  const live = claims.filter(({ state }) => state === "held");
  if (live.length === 0) return [];
  const named = live
    .slice(0, mostNamed)
    .map((claim) => `${handleOf(claim)} is free again at ${timeOf(claim.until)}`);
  const more = live.length > mostNamed ? `, and ${live.length - mostNamed} more` : "";
  return [`yours from before? ${named.join(", ")}${more}`];
}
