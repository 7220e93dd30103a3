import { type Claim, type GraphNode, getGraph, getPushStatus, listClaims } from "@groundplan/contract";
import { z } from "zod";
import { type Block, fitBlocks } from "../answer.ts";
import type { Caller } from "../caller.ts";
import { locatePlan, type PlanPath } from "../locate.ts";
import { handleOf } from "../render/claim.ts";
import { lineOfSpec } from "../render/spec.ts";
import { joined, oneLine } from "../render/words.ts";
import { budgetArgument, cursorArgument, tool } from "./tool.ts";

export const getPlan = tool({
  name: "get_plan",
  description: "A plan: description, sub-plans, specs by wave with needs, readiness and holders.",
  arguments: z.strictObject({
    plan: z.string().describe("PLAN-3"),
    cursor: cursorArgument,
    budget: budgetArgument,
  }),
  isRead: true,
  usualBudget: 1500,
  example: { plan: "PLAN-1" },
  async run(caller, given, budget) {
    const params = await locatePlan(caller, given.plan, "plan");
    const [{ plan }, graph, { pushStatus }] = [
      await caller.findPlan(params.planShortId),
      await caller.call(getGraph, { params }),
      await caller.call(getPushStatus, { params }),
    ];
    const facts = joined([
      plan.status,
      `project ${params.projectSlug}`,
      plan.parentShortId !== null && `part of ${plan.parentShortId}`,
      plan.archivedAt !== null && "archived",
      `revision ${plan.revision}`,
    ]);
    const pushed = pushStatus
      .filter(({ neverPushed }) => !neverPushed)
      .map(
        ({ provider, externalKey, pushedCount, total, changedCount }) =>
          `\nPushed to ${trackers[provider]} ${oneLine(externalKey ?? "", 40)}: ${pushedCount} of ${total}, ${changedCount} changed since`,
      );
    const blocks: Block[] = [
      { text: `# ${plan.shortId} ${oneLine(plan.name)}\n${facts}${pushed.join("")}` },
      ...(plan.description?.trim()
        ? [{ text: plan.description, fence: { tag: "plan", facts: { id: plan.shortId } } }]
        : []),
      ...wavesOf(graph, params, await claimsOf(caller, params)),
    ];
    return fitBlocks(blocks, budget, given.cursor);
  },
});

const trackers = { tracker_a: "Linear", tracker_b: "Jira", tracker_c: "GitHub" } as const;

/** Returns the held claims of the plan's project, by spec. */
async function claimsOf(caller: Caller, { projectSlug }: PlanPath): Promise<Map<string, Claim>> {
  const found = new Map<string, Claim>();
  for (let cursor: string | undefined; ; ) {
    const query = { projectSlug, limit: "200", cursor };
    const { claims, nextCursor } = await caller.call(listClaims, { query });
    for (const claim of claims) found.set(handleOf(claim), claim);
    if (nextCursor === undefined) return found;
    cursor = nextCursor;
  }
}

interface Graph {
  nodes: readonly GraphNode[];
  edges: readonly { from: string; to: string }[];
}

function wavesOf({ nodes, edges }: Graph, { planShortId }: PlanPath, claims: Map<string, Claim>): Block[] {
  const needs = Map.groupBy(edges, ({ from }) => from);
  const shortOf = (node: GraphNode) => (node.planShortId === planShortId ? node.specShortId : handleOf(node));
  const lineOf = (node: GraphNode) =>
    lineOfSpec(
      shortOf(node),
      Object.assign({ claim: claims.get(handleOf(node)) ?? null }, node),
      needs.get(shortOf(node))?.map(({ to }) => to),
    );
  const groups = Map.groupBy(nodes, (node) => titleOf(node, claims.has(handleOf(node))));
  return [...groups]
    .toSorted(([, [a]], [, [b]]) => orderOf(a) - orderOf(b))
    .map(([title, own]) => ({ text: [title, ...own.map((node) => `- ${lineOf(node)}`)].join("\n") }));
}

function titleOf({ wave, status }: GraphNode, isHeld: boolean): string {
  if (isHeld) return "Being built:";
  if (wave === null) return status === "DONE" || status === "CANCELLED" ? "Finished:" : "Blocked by a cycle:";
  return wave === 0 ? "Can be built now:" : `Wave ${wave + 1}:`;
}

const orderOf = (node: GraphNode | undefined): number => node?.wave ?? Number.POSITIVE_INFINITY;
