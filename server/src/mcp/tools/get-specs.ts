import { getSpec, getSpecReadiness, listThreads } from "@groundplan/contract";
import { z } from "zod";
import { type Block, fitBlocks } from "../answer.ts";
import type { Caller } from "../caller.ts";
import { locateSpec, ofSpec } from "../locate.ts";
import { blocksOfSpec } from "../render/spec.ts";
import { budgetArgument, cursorArgument, tool } from "./tool.ts";

/** Open threads looked at for questions. */
const mostThreads = 50;

export const getSpecs = tool({
  name: "get_specs",
  description: "Whole specs: text, criteria with evidence, open questions, what is unclear.",
  arguments: z.strictObject({
    specs: z.array(z.string()).min(1).max(10).describe("PLAN-3/SPEC-2"),
    cursor: cursorArgument,
    budget: budgetArgument,
  }),
  isRead: true,
  usualBudget: 4000,
  example: { specs: ["PLAN-1/SPEC-1"] },
  async run(caller, { specs, cursor }, budget) {
    const blocks: Block[] = [];
    for (const [index, handle] of specs.entries())
      blocks.push(...(await wholeSpec(caller, handle, `specs/${index}`)));
    return fitBlocks(blocks, budget, cursor);
  },
});

async function wholeSpec(caller: Caller, handle: string, where: string): Promise<Block[]> {
  const params = await locateSpec(caller, handle, where);
  const { spec } = await ofSpec(caller, params, where, () => caller.call(getSpec, { params }));
  const readiness = await caller.call(getSpecReadiness, { params });
  const { threads } = await caller.call(listThreads, {
    params: { documentId: spec.id },
    query: { state: "open", limit: String(mostThreads) },
  });
  return blocksOfSpec({
    handle: `${params.planShortId}/${params.specShortId}`,
    spec,
    readiness,
    questions: threads.filter(({ kind }) => kind === "question"),
  });
}
