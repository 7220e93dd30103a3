import { getPlan, getSpec } from "@groundplan/contract";
import { z } from "zod";
import { tool } from "./tool.ts";

export const getSpecs = tool({
  name: "get_specs",
  description: "Whole specs with criteria, evidence, open questions and what makes them unclear.",
  arguments: z.strictObject({
    specs: z.array(z.string()).min(1).max(10).describe("PLAN-3/SPEC-2, at most 10"),
    budget: z.int().optional().describe("Most tokens of the answer"),
  }),
  isRead: true,
  usualBudget: 4000,
  async run(caller, { specs }) {
    void caller;
    void getPlan;
    void getSpec;
    return specs.join("\n");
  },
});
