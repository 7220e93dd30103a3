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

export const leftOutKind = z.enum([
  ...(["instructions", "format", "skills", "source", "spec", "plan"] as const),
  ...(["answer", "change", "need", "other"] as const),
]);
export type LeftOutKind = z.infer<typeof leftOutKind>;

/** Used by packs and briefs. */
export const LeftOut = z
  .object({
    kind: leftOutKind,
    count: z.int(),
    tokens: z.int().describe("Estimated."),
  })
  .meta({ id: "LeftOut", description: "Texts cut or left out." });

export const getContextPack = endpoint({
  id: "planContext.pack",
  method: "GET",
  path: "/v1/projects/{projectSlug}/plans/{planShortId}/context/pack",
  summary: "Read what a planner should read for a plan, within a budget of tokens",
  description:
    "In this order: instructions, plan, active sources (its own, then those above), specs, formats and index of skills (a quarter of the budget at most). The first that does not fit is cut, and the rest left out; the last line names both.",
  tag: "Context",
  params: planParams,
  query: z.strictObject({
    budget: budget.default(20_000).describe("The most tokens (o200k) of the text, by default 20,000."),
    for: z
      .enum(["plan", "build"])
      .default("plan")
      .describe("`build` leaves out the formats and the index of skills."),
    receipts: z
      .enum(["short", "all"])
      .default("short")
      .describe("`short`: at most 500 tokens besides the text, with `more` and `leftOut`."),
  }),
  reply: z.object({
    pack: z.object({
      text: z.string(),
      tokens: z.int().describe("The tokens of the whole text."),
      budget: z.int(),
      receipts: z.array(Receipt).describe("Those of `all` tell what was left out, too."),
      more: z.object({ count: z.int(), tokens: z.int() }).optional().describe("Included without a receipt."),
      leftOut: z.array(LeftOut).optional(),
    }),
  }),
  errors: ["not_found"],
});
