import { z } from "zod";
import { nextCursor, page, person, planParams, Removed, specParams } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { dateTime, moment } from "../text.ts";

const tag = "Sharing";
const plan = "/v1/projects/{projectSlug}/plans/{planShortId}" as const;
const spec = `${plan}/specs/{specShortId}` as const;

/** Read links of a plan, and of a spec, at most. */
export const readLinkLimits = { links: 100 } as const;

export const ReadLink = z
  .object({
    id: z.string(),
    url: z
      .string()
      .nullable()
      .describe("Null after a restore from a backup without secrets: make a new one."),
    token: z.string().nullable(),
    expiresAt: dateTime().nullable().describe("Null if it works until it is removed."),
    names: z.boolean().describe("True if it shows names of people."),
    subPlans: z.boolean().describe("True if it shows the plan's sub-plans, too."),
    createdBy: person.describe("Who made it; null if the account is gone."),
    makerOwns: z
      .boolean()
      .describe(
        "False if who made it owns the plan no more, or has left. The link works on until an owner removes it.",
      ),
    live: z
      .boolean()
      .describe(
        "True if it works now: not while the plan is archived or the workspace has links switched off.",
      ),
  })
  .meta({ id: "ReadLink" });
export type ReadLink = z.infer<typeof ReadLink>;

const links = z.object({ links: z.array(ReadLink), nextCursor }).meta({ id: "ReadLinks" });
const link = z.object({ link: ReadLink }).meta({ id: "ReadLinkReply" });
const body = z.strictObject({
  expiresAt: moment().nullable().optional().describe("Never by default."),
  names: z
    .boolean()
    .optional()
    .describe("`false` by default: names of people, mentions included, are left out."),
  subPlans: z.boolean().optional().describe("`false` by default; without effect for a spec."),
});
const linkId = z.string().describe("The link's id.");

const about =
  "Whoever has a link reads the texts, statuses, efforts, inner needs and pictures at `/l/{token}`, without an account. For who owns the plan; an app makes none.";

export const listPlanLinks = endpoint({
  id: "planLinks.list",
  method: "GET",
  path: `${plan}/links`,
  summary: "List the read links of a plan",
  description: "For who owns the plan, as the answer contains tokens. Expired links are left out.",
  tag,
  params: planParams,
  query: z.strictObject(page),
  reply: links,
  errors: ["not_found", "forbidden"],
});

export const createPlanLink = endpoint({
  id: "planLinks.create",
  method: "POST",
  path: `${plan}/links`,
  summary: "Make a link by which anybody reads a plan",
  description: about,
  tag,
  params: planParams,
  body,
  bodyOptional: true,
  reply: link,
  status: 201,
  errors: ["not_found", "forbidden", "plan_archived", "links_off", "too_many_shares"],
});

export const deletePlanLink = endpoint({
  id: "planLinks.delete",
  method: "DELETE",
  path: `${plan}/links/{linkId}`,
  summary: "Remove a read link of a plan",
  tag,
  params: planParams.extend({ linkId }),
  reply: Removed,
  errors: ["not_found", "forbidden", "plan_archived"],
});

export const listSpecLinks = endpoint({
  id: "specLinks.list",
  method: "GET",
  path: `${spec}/links`,
  summary: "List the read links of a spec",
  description: "For who owns the plan, as the answer contains tokens. Expired links are left out.",
  tag,
  params: specParams,
  query: z.strictObject(page),
  reply: links,
  errors: ["not_found", "forbidden"],
});

export const createSpecLink = endpoint({
  id: "specLinks.create",
  method: "POST",
  path: `${spec}/links`,
  summary: "Make a link by which anybody reads a spec",
  description: `${about} It ends when the spec moves to another plan.`,
  tag,
  params: specParams,
  body,
  bodyOptional: true,
  reply: link,
  status: 201,
  errors: ["not_found", "forbidden", "plan_archived", "links_off", "too_many_shares"],
});

export const deleteSpecLink = endpoint({
  id: "specLinks.delete",
  method: "DELETE",
  path: `${spec}/links/{linkId}`,
  summary: "Remove a read link of a spec",
  tag,
  params: specParams.extend({ linkId }),
  reply: Removed,
  errors: ["not_found", "forbidden", "plan_archived"],
});
