import { z } from "zod";
import { nextCursor, page, planParams } from "../common.ts";
import { endpoint } from "../endpoint.ts";

export const quoteState = z.enum(["attached", "moved", "orphaned"]).meta({
  id: "QuoteState",
  description: "Whether the source still has the words, has them changed in their place, or has lost them.",
});
export type QuoteState = z.infer<typeof quoteState>;

export const assumed = z.literal(true);

/** An entry whose source is deleted or can't be read by the caller. */
export const fromHidden = z
  .object({ criterion: z.int(), hidden: z.literal(true) })
  .meta({ id: "HiddenSource", description: "The caller can't read the source." });

/** Where a criterion of a spec comes from. */
export const CriterionSource = z
  .union([
    z.object({ sourceId: z.string(), title: z.string(), quote: z.string(), state: quoteState }),
    z.object({ assumed }),
    fromHidden,
  ])
  .meta({ id: "CriterionSource" });
export type CriterionSource = z.infer<typeof CriterionSource>;

const Quote = z
  .object({
    planShortId: z.string(),
    specShortId: z.string(),
    criterion: z.object({ id: z.string().nullable(), text: z.string(), number: z.int() }),
    quote: z.string(),
    state: quoteState,
  })
  .meta({ id: "Quote" });
export type Quote = z.infer<typeof Quote>;

export const listQuotes = endpoint({
  id: "planContext.quotes",
  method: "GET",
  path: "/v1/projects/{projectSlug}/plans/{planShortId}/context/{sourceId}/quotes",
  summary: "List the criteria that quote a context source",
  description:
    "Of all plans that the caller can read. A page may be short, since changed criteria are left out.",
  tag: "Context",
  params: planParams.extend({ sourceId: z.string().describe("The source's id.") }),
  query: z.strictObject({
    ...page,
    state: z
      .enum([...quoteState.options, "all"])
      .default("all")
      .describe("The quotes to list."),
  }),
  reply: z.object({ quotes: z.array(Quote), nextCursor }),
  errors: ["not_found"],
});
