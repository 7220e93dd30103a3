import { z } from "zod";
import { nextCursor, page } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { dateTime, text } from "../text.ts";
import { planStatus } from "./plans.ts";
import { SpecClaim } from "./spec.ts";
import { specStatus } from "./spec-values.ts";

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

/** A plan or spec as texts name it. */
export const NamedItem = z
  .object({
    handle: z.string().describe("As asked for: `PLAN-<n>` or `PLAN-<n>/SPEC-<n>`."),
    kind: SearchKind.extract(["plan", "spec"]),
    title: z.string().describe("The title of the spec, or the name of the plan."),
    status: z.union([planStatus, specStatus]),
    archivedAt: dateTime().nullable().describe("Of the plan; null unless it is archived."),
    projectSlug: z.string(),
    planShortId: z.string(),
    specShortId: z.string().optional(),
  })
  .meta({ id: "NamedItem" });
export type NamedItem = z.infer<typeof NamedItem>;

const mostHandles = 100;

export const findHandles = endpoint({
  id: "handles.find",
  method: "GET",
  path: "/v1/handles",
  summary: "Find plans and specs by their handles, in whatever project",
  description: "What doesn't exist, or can't be read by the caller, is left out.",
  tag: "Search",
  query: z.strictObject({
    handles: text(4000)
      .refine(
        (value) => value.split(",").length <= mostHandles,
        `must have at most ${mostHandles} handles, separated by commas`,
      )
      .describe(`Up to ${mostHandles} handles, such as \`PLAN-3,PLAN-3/SPEC-4\`.`),
  }),
  reply: z.object({ items: z.array(NamedItem) }),
});
