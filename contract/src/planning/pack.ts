import { z } from "zod";
import { planParams } from "../common.ts";
import { endpoint } from "../endpoint.ts";

const most = 1_000_000;

/** Tokens, from 1 to 1,000,000; anything else is 400. */
const budget = z
  .string()
  .refine((value) => /^\d{1,7}$/.test(value) && Number(value) >= 1 && Number(value) <= most, {
    error: "must be a whole number from 1 to 1,000,000",
  })
  .transform(Number)
  .meta({ type: "integer", minimum: 1, maximum: most });

const Receipt = z
  .object({
    kind: z.enum(["instructions", "format", "skills", "source", "spec", "plan"]),
    id: z.string(),
    title: z.string(),
    revision: z.int().describe("The revision that was read; 0 for what comes with the service."),
    tokens: z.int().describe("The tokens that it takes in the pack."),
    state: z.enum(["whole", "cut", "left_out"]),
    reason: z.string().optional().describe("Why it was cut or left out."),
  })
  .meta({ id: "PackReceipt" });
export type PackReceipt = z.infer<typeof Receipt>;

export const getContextPack = endpoint({
  id: "planContext.pack",
  method: "GET",
  path: "/v1/projects/{projectSlug}/plans/{planShortId}/context/pack",
  summary: "Read what a planner should read for a plan, within a budget of tokens",
  description:
    "In this order: instructions, formats, index of skills, plan, active sources (its own, then those above), specs. The first that does not fit is cut, and the rest left out.",
  tag: "Context",
  params: planParams,
  query: z.strictObject({
    budget: budget.default(20_000).describe("The most tokens (o200k) of the text, by default 20,000."),
  }),
  reply: z.object({
    pack: z.object({
      text: z.string(),
      tokens: z.int().describe("The tokens of the whole text."),
      budget: z.int(),
      receipts: z
        .array(Receipt)
        .describe("What was included, in the order of the text, and what was left out."),
    }),
  }),
  errors: ["not_found"],
});
