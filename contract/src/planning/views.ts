import { z } from "zod";
import { Deleted, nextCursor, page, person } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { dateTime, name } from "../text.ts";
import { listAllSpecs } from "./all-specs.ts";
import { type SpecSort, sortField } from "./spec-filter.ts";

const tag = "Views";
const viewPath = "/v1/views/{viewId}";
const viewParams = z.strictObject({ viewId: z.string() });

const { limit: _, cursor: __, lenient: ___, ...filters } = listAllSpecs.query.shape;

const fieldsOf = <T extends z.ZodType>(value: T) =>
  Object.fromEntries(Object.keys(filters).map((key) => [key, value])) as { [K in keyof typeof filters]: T };

/** The filters of a view, as the address of `GET /v1/specs` has them. */
export const ViewQuery = z.strictObject(fieldsOf(z.string().optional())).meta({
  id: "ViewQuery",
  description:
    "Filters as the query of `GET /v1/specs` takes them; with `lenient=true` what the caller can't read in them matches nothing.",
});
export type ViewQuery = z.infer<typeof ViewQuery>;

/** Characters of a view's filters in an address, whose headers take 16 KB. */
const longestQuery = 8000;

const single = z.union([z.string().max(1000), z.number(), z.boolean()]);
const newQuery = z
  .strictObject(
    fieldsOf(
      z
        .union([single, z.array(single).max(50)])
        .transform(String)
        .optional(),
    ),
  )
  .superRefine((query, context) => {
    const read = z.strictObject(filters).safeParse(query);
    for (const issue of read.error?.issues ?? [])
      context.addIssue({ ...issue, path: issue.path.slice(0, 1) });
    if (new URLSearchParams({ all: Object.values(query).join() }).toString().length > longestQuery)
      context.addIssue({ code: "custom", message: "is too long for an address; leave out some values" });
  })
  .meta({
    id: "NewViewQuery",
    description:
      "Filters as the query of `GET /v1/specs` takes them; several values may be a list. At most 8,000 characters as part of an address.",
  });

export const viewGroup = z.enum(["wave", "status", "assignee", "label", "priority", "none"]);
export type ViewGroup = z.infer<typeof viewGroup>;
export const viewScope = z.enum(["person", "workspace"]);

export const View = z
  .object({
    id: z.string(),
    name: z.string(),
    scope: viewScope,
    owner: person.describe("Who made it; null once the account is deleted."),
    projectSlug: z.string().nullable().describe("The project whose specs it lists; null for all."),
    planShortId: z.string().nullable().describe("The plan whose specs it lists; null for all."),
    query: ViewQuery,
    group: viewGroup,
    sort: z.string().nullable() as z.ZodType<SpecSort | null>,
    createdAt: dateTime(),
    updatedAt: dateTime(),
  })
  .meta({ id: "View" });
export type View = z.infer<typeof View>;

const fields = {
  name: name(),
  projectSlug: z.string().nullable().optional(),
  planShortId: z.string().nullable().optional().describe("Handle or id."),
  query: newQuery,
  group: viewGroup.optional(),
  sort: sortField("the list's own order").nullable(),
};

const viewReply = z.object({ view: View });

export const listViews = endpoint({
  id: "views.list",
  method: "GET",
  path: "/v1/views",
  summary: "List the caller's and the workspace's views",
  description: "Those of plans that the caller can't read are left out.",
  tag,
  query: z.strictObject(page),
  reply: z.object({ views: z.array(View), nextCursor }),
});

export const createView = endpoint({
  id: "views.create",
  method: "POST",
  path: "/v1/views",
  summary: "Save a view of specs",
  tag,
  body: z.strictObject({ ...fields, scope: viewScope }),
  reply: viewReply,
  status: 201,
  errors: ["not_found", "forbidden", "too_many_views"],
});

export const updateView = endpoint({
  id: "views.update",
  method: "PATCH",
  path: viewPath,
  summary: "Change a view",
  description: "One's own, or the workspace's as who made it or as an owner.",
  tag,
  params: viewParams,
  body: z
    .strictObject({ ...fields, name: fields.name.optional(), query: newQuery.optional() })
    .refine((changes) => Object.keys(changes).length > 0, "must have a field to change"),
  reply: viewReply,
  errors: ["not_found", "forbidden"],
});

export const deleteView = endpoint({
  id: "views.delete",
  method: "DELETE",
  path: viewPath,
  summary: "Delete a view",
  tag,
  params: viewParams,
  reply: Deleted,
  errors: ["not_found", "forbidden"],
});
