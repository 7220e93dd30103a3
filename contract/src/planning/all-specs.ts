import { z } from "zod";
import { flag, nextCursor, page, reference, several } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { Spec } from "./spec.ts";
import { filterFields, sortField } from "./spec-filter.ts";

/** A spec in a list across plans. */
export const ListedSpec = z
  .object({ ...Spec.shape, projectSlug: z.string(), planShortId: z.string(), planName: z.string() })
  .meta({ id: "ListedSpec" });
export type ListedSpec = z.infer<typeof ListedSpec>;

export const listAllSpecs = endpoint({
  id: "specs.listAll",
  method: "GET",
  path: "/v1/specs",
  summary: "List the specs of all plans that the caller can read",
  description:
    "Without those of archived plans. A page may be shorter than its `limit`, even empty, where few specs fit several filters: go on while there is a `nextCursor`.",
  tag: "Specs",
  query: z.strictObject({
    ...page,
    ...filterFields,
    sort: sortField("updated"),
    plan: several(reference(), 20).optional().describe("Handles or ids of plans, separated by commas."),
    project: several(z.string(), 20).optional().describe("Slugs of projects, separated by commas."),
    template: flag()
      .optional()
      .describe(
        "With `true` only the specs of templates are listed; otherwise they are left out, except by `plan`.",
      ),
    lenient: flag()
      .optional()
      .describe(
        "With `true` a plan or project that the caller can't read matches nothing, as in the view of somebody else; otherwise it is 404.",
      ),
  }),
  reply: z.object({ specs: z.array(ListedSpec), nextCursor }),
  errors: ["not_found"],
});
