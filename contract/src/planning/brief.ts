import { z } from "zod";
import { specParams } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { LeftOut } from "./pack.ts";

/** Limits of a brief's budget, in tokens. */
export const briefBudget = { least: 500, most: 50_000, usual: 4000 } as const;

const { least, most, usual } = briefBudget;

const budget = z
  .string()
  .refine((value) => /^\d{1,5}$/.test(value) && Number(value) >= least && Number(value) <= most, {
    error: "must be a whole number from 500 to 50,000",
  })
  .transform(Number)
  .meta({ type: "integer", minimum: least, maximum: most });

/** The budget of the brief of a claim. */
export const claimBudget = () =>
  z
    .int()
    .min(0)
    .max(most)
    .refine((value) => value === 0 || value >= least, "must be 0, or from 500 to 50,000")
    .optional();

export const Brief = z
  .object({
    text: z.string(),
    tokens: z.int(),
    budget: z.int(),
    leftOut: z.array(LeftOut),
  })
  .meta({ id: "Brief" });
export type Brief = z.infer<typeof Brief>;

export const getBrief = endpoint({
  id: "specs.brief",
  method: "GET",
  path: "/v1/projects/{projectSlug}/plans/{planShortId}/specs/{specShortId}/brief",
  summary: "Read what is needed to build a spec, within a budget of tokens",
  description:
    "Markdown: the spec, answered questions, changes since its last claim, the plan's description, needed specs, instructions, active sources (named ones first). As in a pack, the rest is cut, left out and named.",
  tag: "Specs",
  params: specParams,
  query: z.strictObject({
    budget: budget.default(usual).describe("The most tokens of the text; 4,000 by default."),
  }),
  reply: z.object({ brief: Brief }),
  errors: ["not_found"],
});
