import { z } from "zod";
import { Deleted, nextCursor, page, planParams, Removed } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { type Multipart, rawFile, uploads } from "../multipart.ts";
import { dateTime, moment, text } from "../text.ts";

const tag = "Prototypes";
const path = "/v1/projects/{projectSlug}/plans/{planShortId}/prototype" as const;
const mebibyte = 1024 * 1024;

/** Limits of an upload and of its unpacked archive. */
export const prototypeLimits = {
  files: 2000,
  sentBytes: 32 * mebibyte,
  bytes: 128 * mebibyte,
  /** Active links per plan. */
  shares: 100,
  /** Default lifetime of a link, in days. */
  shareDays: 90,
} as const;

const sent: Multipart = { files: prototypeLimits.files, fileBytes: prototypeLimits.sentBytes };

export const Prototype = z
  .object({
    entry: z.string().describe("The path of the file that its links open."),
    bytes: z.int().describe("The size of all files together."),
    files: z
      .array(
        z.object({
          path: z.string(),
          bytes: z.int(),
          type: z.string().describe("The media type, by the path."),
        }),
      )
      .describe("The files by path."),
    revision: z.int().describe("Grows with each change; `If-Match` compares it."),
    updatedAt: dateTime(),
  })
  .meta({ id: "Prototype" });
export type Prototype = z.infer<typeof Prototype>;

const one = z.object({ prototype: Prototype });

export const getPrototype = endpoint({
  id: "prototypes.get",
  method: "GET",
  path,
  summary: "Read what a plan's prototype is made of",
  tag,
  params: planParams,
  reply: one,
  versioned: "prototype",
  errors: ["not_found"],
});

export const getPrototypeFile = endpoint({
  id: "prototypes.getFile",
  method: "GET",
  path: `${path}/files/{path}`,
  summary: "Get a file of a plan's prototype, as it was uploaded",
  description: "Needs the right to edit the plan. An attachment; `Range` is ignored.",
  tag,
  params: planParams.extend({
    path: z.string().describe("The file's path in the prototype; its slashes may be encoded or not."),
  }),
  reply: rawFile(),
  raw: true,
  errors: ["not_found", "forbidden"],
});

export const putPrototype = endpoint({
  id: "prototypes.put",
  method: "PUT",
  path,
  summary: "Upload a plan's prototype, replacing the current one",
  description:
    "Takes the files of a web page, all or none, as parts whose file names are paths, or as one zip archive: at most 2,000 files, 128 MiB unpacked. A single folder around everything is taken off the paths. Existing links show the new files.",
  tag,
  params: planParams,
  body: z.strictObject({
    file: uploads(sent, z.string()).describe(
      "The files, whose names are their paths (`assets/app.js`), or one zip archive.",
    ),
    entry: text(1024).default("index.html").describe("The path of the file that links open."),
  }),
  multipart: sent,
  bodyLimit: sent.fileBytes + mebibyte,
  reply: one,
  mayCreate: true,
  versioned: "prototype",
  errors: ["not_found", "forbidden", "plan_archived", "precondition_failed", "quota_exceeded"],
});

export const deletePrototype = endpoint({
  id: "prototypes.delete",
  method: "DELETE",
  path,
  summary: "Delete a plan's prototype",
  description: "Its public links end, also for a prototype that is uploaded later.",
  tag,
  params: planParams,
  reply: Deleted,
  versioned: "prototype",
  errors: ["not_found", "forbidden", "plan_archived", "precondition_failed"],
});

export const PrototypeShare = z
  .object({
    id: z.string(),
    path: z.string().describe("The file that the link opens."),
    token: z.string(),
    url: z.string(),
    expiresAt: dateTime(),
    revoked: z.boolean(),
    live: z.boolean().describe("True if the link works now; it does not while the plan is archived."),
  })
  .meta({ id: "PrototypeShare" });
export type PrototypeShare = z.infer<typeof PrototypeShare>;

export const listPrototypeShares = endpoint({
  id: "prototypeShares.list",
  method: "GET",
  path: `${path}/shares`,
  summary: "List the live public links of a plan's prototype",
  description:
    "Requires the right to edit the plan, as the answer contains tokens. Revoked and expired links are left out.",
  tag,
  params: planParams,
  query: z.strictObject(page),
  whole: true,
  reply: z.object({ shares: z.array(PrototypeShare), nextCursor }),
  errors: ["not_found", "forbidden"],
});

const shareParams = planParams.extend({ shareId: z.string().describe("The link's id.") });

export const getPrototypeShare = endpoint({
  id: "prototypeShares.get",
  method: "GET",
  path: `${path}/shares/{shareId}`,
  summary: "Read a live public link of a plan's prototype",
  description: "Needs the right to edit the plan.",
  tag,
  params: shareParams,
  reply: z.object({ share: PrototypeShare }),
  errors: ["not_found", "forbidden"],
});

export const createPrototypeShare = endpoint({
  id: "prototypeShares.create",
  method: "POST",
  path: `${path}/shares`,
  summary: "Make a public link to a plan's prototype",
  description:
    "Whoever has the link sees the prototype, without an account, until it expires, is revoked, or the prototype is deleted.",
  tag,
  params: planParams,
  body: z.strictObject({
    expiresAt: moment().optional().describe("When it ends; 90 days from now if omitted."),
  }),
  bodyOptional: true,
  reply: z.object({ share: PrototypeShare }),
  status: 201,
  errors: ["not_found", "forbidden", "plan_archived", "too_many_shares"],
});

export const deletePrototypeShare = endpoint({
  id: "prototypeShares.delete",
  method: "DELETE",
  path: `${path}/shares/{shareId}`,
  summary: "Revoke a public link",
  tag,
  params: shareParams,
  reply: Removed,
  errors: ["not_found", "forbidden", "plan_archived"],
});
