import { pushPlan as push } from "@groundplan/contract";
import { z } from "zod";
import type { Caller } from "../caller.ts";
import { at, ToolError } from "../errors.ts";
import { locatePlan, type PlanPath } from "../locate.ts";
import { hashOfPlan, issueToken, type Preview, readToken, short } from "../preview-token.ts";
import { sayPreview, sayPush } from "../render/push.ts";
import { tool } from "./tool.ts";

/** Tokens of an error around a new preview. */
const ofExample = 120;

export const pushPlan = tool({
  name: "push_plan",
  description: "Preview a push of a plan to the tracker; with the preview's token push it.",
  arguments: z.strictObject({
    plan: z.string(),
    preview: z.string().optional().describe("Token, good for ten minutes"),
  }),
  isRead: false,
  isOpenWorld: true,
  usualBudget: 600,
  example: { plan: "PLAN-1" },
  async run(caller, { plan: handle, preview: token }, budget) {
    const path = await locatePlan(caller, handle, "plan");
    const { plan } = await caller.findPlan(path.planShortId);
    if (token === undefined) {
      const listed = await dryRun(caller, path);
      return sayPreview(listed.push, await issueToken(caller, plan.id, listed), budget);
    }
    const attempt = { tool: "push_plan", arguments: { plan: path.planShortId } };
    const read = await readToken(caller, plan.id, token.trim());
    if (!read) throw new ToolError("preview", "is no token of this plan and credential.", "", attempt);
    const key = `push_plan ${read.signature}`;
    if (!(await caller.isTaken(key))) {
      if (read.isOver)
        throw new ToolError("preview", "was good for ten minutes.", "Make a new one.", attempt);
      const listed = await dryRun(caller, path);
      const isSame = short(listed.target) === read.target && listed.hash === read.hash;
      // A push that has begun meanwhile, under the same token, changes the list.
      if (!isSame && !(await caller.isTaken(key))) {
        const fresh = await issueToken(caller, plan.id, listed);
        throw new ToolError(
          "preview",
          `the push would be another one by now:\n${await sayPreview(listed.push, fresh, budget - ofExample)}`,
          "",
          { tool: "push_plan", arguments: { plan: path.planShortId, preview: fresh } },
        );
      }
    }
    const { push: pushed } = await at("plan", () => caller.call(push, { params: path, body: {} }, { key }), {
      attempt,
    });
    return sayPush(pushed, budget);
  },
});

async function dryRun(caller: Caller, params: PlanPath): Promise<Preview> {
  const { push: listed } = await at("plan", () => caller.call(push, { params, body: { dryRun: true } }), {
    attempt: { tool: "get_plan", arguments: { plan: params.planShortId } },
  });
  return {
    push: listed,
    target: `${listed.provider} ${listed.projectExternalId}`,
    hash: await hashOfPlan(caller, params, listed),
  };
}
