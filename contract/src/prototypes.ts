import { z } from "zod";
import { nextCursor, page, planParams } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { dateTime } from "./text.ts";

const PrototypeShare = z
  .object({
    id: z.string(),
    path: z.string().describe("The file that the link opens."),
    token: z.string(),
    url: z.string(),
    expiresAt: dateTime().optional(),
    revoked: z.boolean(),
    live: z.boolean(),
  })
  .meta({ id: "PrototypeShare" });

export const listPrototypeShares = endpoint({
  id: "prototypeShares.list",
  method: "GET",
  path: "/v1/projects/{projectSlug}/plans/{planShortId}/prototype/shares",
  summary: "List the live public links of a plan's prototype",
  description: "Needs the right to edit the plan, because the answer holds the links' tokens.",
  tag: "Prototypes",
  planned: true,
  params: planParams,
  query: z.strictObject(page),
  reply: z.object({ shares: z.array(PrototypeShare), nextCursor }),
  errors: ["not_found", "forbidden"],
});
