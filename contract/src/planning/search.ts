import { z } from "zod";
import { nextCursor, page } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { text } from "../text.ts";
import { planStatus } from "./plans.ts";
import { SpecClaim, specStatus } from "./specs.ts";

export const SearchKind = z.enum(["plan", "spec", "source", "skill", "instructions", "thread"]);

export const SearchResult = z
  .object({
    kind: SearchKind,
    id: z.string(),
    title: z.string(),
    excerpt: z.string().describe("The part of the text with the match, or else its beginning."),
    highlights: z
      .array(z.tuple([z.int(), z.int()]))
      .describe("Matches in the excerpt: start and end, in UTF-16 units."),
    projectSlug: z.string().optional().describe("Absent for what belongs to the workspace."),
    planShortId: z.string().optional(),
    planName: z.string().optional().describe("The name of that plan."),
    specShortId: z.string().optional(),
    status: z.union([planStatus, specStatus]).optional().describe("Of a plan or spec."),
    claim: SpecClaim.nullable().optional().describe("Of a spec; null if nobody holds it."),
    url: z.string().describe("The page that shows it or its parent."),
  })
  .meta({ id: "SearchResult" });
export type SearchResult = z.infer<typeof SearchResult>;

export const search = endpoint({
  id: "search.find",
  method: "GET",
  path: "/v1/search",
  summary: "Search plans, specs, context sources, skills, instructions and threads",
  description:
    'All words must match, in any case; `"…"` is a phrase, a final `*` a prefix. A handle or an `externalRef` finds its plan or spec first; then come titles, then texts, the newest first.',
  tag: "Search",
  query: z.strictObject({
    q: text(1000)
      .refine((value) => value.trim() !== "", "must not be empty")
      .describe("The words to find."),
    kind: SearchKind.optional().describe("Results of this kind only."),
    projectSlug: z.string().optional().describe("Results of this project only."),
    ...page,
  }),
  reply: z.object({ results: z.array(SearchResult), nextCursor }),
  errors: ["not_found"],
});
