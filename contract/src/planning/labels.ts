import { z } from "zod";
import { Deleted, nextCursor, page } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { dateTime, name } from "../text.ts";

const tag = "Labels";
const labelPath = "/v1/labels/{labelId}";
const labelParams = z.strictObject({ labelId: z.string() });

const color = () =>
  z
    .string()
    .toLowerCase()
    .refine((value) => /^#[0-9a-f]{6}$/.test(value), "must be a color such as `#1f6feb`")
    .meta({ pattern: "^#[0-9A-Fa-f]{6}$" });

const labelFields = { id: z.string(), name: z.string(), color: z.string().describe("Such as `#1f6feb`.") };

/** A label as specs show it. */
export const SpecLabel = z.object(labelFields).meta({ id: "SpecLabel" });
export type SpecLabel = z.infer<typeof SpecLabel>;

export const Label = z
  .object({ ...labelFields, createdAt: dateTime(), updatedAt: dateTime() })
  .meta({ id: "Label" });
export type Label = z.infer<typeof Label>;

const labelReply = z.object({ label: Label });

export const listLabels = endpoint({
  id: "labels.list",
  method: "GET",
  path: "/v1/labels",
  summary: "List the workspace's labels",
  tag,
  query: z.strictObject(page),
  reply: z.object({ labels: z.array(Label), nextCursor }),
});

export const createLabel = endpoint({
  id: "labels.create",
  method: "POST",
  path: "/v1/labels",
  summary: "Create a label",
  description: "For members. Names are unique in any case.",
  tag,
  body: z.strictObject({ name: name(), color: color() }),
  reply: labelReply,
  status: 201,
  errors: ["forbidden", "name_taken", "too_many_labels"],
});

export const updateLabel = endpoint({
  id: "labels.update",
  method: "PATCH",
  path: labelPath,
  summary: "Change a label's name or color",
  tag,
  params: labelParams,
  body: z
    .strictObject({ name: name().optional(), color: color().optional() })
    .refine((changes) => Object.keys(changes).length > 0, "must have `name` or `color`"),
  reply: labelReply,
  errors: ["not_found", "forbidden", "name_taken"],
});

export const deleteLabel = endpoint({
  id: "labels.delete",
  method: "DELETE",
  path: labelPath,
  summary: "Delete a label, which takes it off all specs",
  tag,
  params: labelParams,
  reply: Deleted,
  errors: ["not_found", "forbidden"],
});
