import { z } from "zod";
import { nextCursor, page, person } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { dateTime } from "../text.ts";

export const BinItem = z
  .object({
    kind: z
      .enum(["plan", "spec"])
      .describe("An archived plan, or a deleted spec of a plan that isn't archived."),
    id: z.string(),
    projectSlug: z.string(),
    planShortId: z.string(),
    specShortId: z.string().optional(),
    title: z.string().describe("The title of the spec, or the name of the plan."),
    deletedAt: dateTime(),
    deletedBy: person.optional().describe("Of a spec; null if the account is gone."),
    canRestore: z.boolean().describe("True if the caller may restore it, by the `restore` of plan or spec."),
  })
  .meta({ id: "BinItem" });
export type BinItem = z.infer<typeof BinItem>;

export const listBin = endpoint({
  id: "bin.list",
  method: "GET",
  path: "/v1/bin",
  summary: "List archived plans and deleted specs that can still be restored, the newest first",
  description: "Those that the caller can read. Sub-plans that were archived with a plan come back with it.",
  tag: "Plans",
  query: z.strictObject(page),
  reply: z.object({ items: z.array(BinItem), nextCursor }),
});
