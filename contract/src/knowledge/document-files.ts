import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { pictureLimits, rawFile, uploads } from "../multipart.ts";
import { pictureTypes } from "../picture-types.ts";
import { discussion, documentParams } from "./documents.ts";

const tag = "Documents";

export const DocumentFile = z
  .object({
    id: z.string(),
    path: z.string().describe("Its address, as the text names it: `![A diagram](/v1/files/…)`."),
    name: z.string(),
    bytes: z.int(),
    type: z.enum(pictureTypes),
    width: z.int().describe("Pixels."),
    height: z.int().describe("Pixels."),
  })
  .meta({ id: "DocumentFile" });
export type DocumentFile = z.infer<typeof DocumentFile>;

export const uploadDocumentFile = endpoint({
  id: "documents.uploadFile",
  method: "POST",
  path: "/v1/documents/{documentId}/files",
  summary: "Add a picture to a document",
  description:
    "PNG, JPEG, GIF or WebP, known by its bytes, of at most 40 megapixels. EXIF, XMP and comments are cut out; the pixels stay as they are. Whoever can read the document can read its pictures. A picture that its text hasn't shown for 30 days is removed.",
  tag,
  params: documentParams,
  query: z.strictObject(discussion),
  body: z.strictObject({ file: uploads(pictureLimits) }).meta({ id: "NewDocumentFile" }),
  multipart: pictureLimits,
  bodyLimit: 11 * 1024 * 1024,
  reply: z.object({ file: DocumentFile }),
  status: 201,
  errors: ["not_found", "forbidden", "plan_archived", "quota_exceeded"],
});

export const getFile = endpoint({
  id: "files.get",
  method: "GET",
  path: "/v1/files/{fileId}",
  summary: "Get a picture of a document",
  description: "Who can't read its document gets 404. `Range` is ignored.",
  tag,
  params: z.strictObject({ fileId: z.string().describe("The file's id.") }),
  reply: rawFile(),
  raw: true,
  errors: ["not_found"],
});
