import { buffer } from "node:stream/consumers";
import { mostPixels, uploadDocumentFile } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { concurrencyLimit } from "../../dispatch/concurrency/concurrency-limit.ts";
import { perProcess } from "../../dispatch/concurrency/per-process.ts";
import { action, disclosesNothing } from "../../dispatch/handlers.ts";
import { ApiError, invalid } from "../../errors.ts";
import { dropFile } from "../../files/drop-file.ts";
import { readFile } from "../../files/read-file.ts";
import { storeBytes } from "../../files/store-file.ts";
import { type Picture, readPicture } from "../../pictures/read-picture.ts";
import type { Db } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { documentFor } from "../documents/access.ts";
import { requireWriter, saveFile } from "./save-file.ts";

/** Pictures read at once, each of which is in memory twice. */
const picturesAtOnce = perProcess(() => concurrencyLimit(2));

/** Stores the picture without its metadata; the file as sent is deleted at once. */
export const fileUpload = action(
  uploadDocumentFile,
  async (context: Context, actor, { params, query, body }) => {
    const [sent] = body.file;
    if (!sent) throw invalid("/file", "must be a picture");
    const { workspaceId } = actor;
    const picture = await picturesAtOnce(context)(async () => {
      const bytes = await buffer(readFile(context.db, workspaceId, sent.fileId));
      await dropFile(context.writer, { workspaceId, fileId: sent.fileId, before: "9" });
      const { body: content, ...read } = readable(readPicture(bytes));
      return { ...read, ...(await storeBytes(context, workspaceId, content)) };
    });
    const save = { actor, params, query, name: sent.name, picture };
    return { body: await context.writer.run(saveFile, save) };
  },
  {
    discloses: disclosesNothing,
    before: async (db: Db, actor: Actor, params: { documentId: string }) =>
      requireWriter(await documentFor(db, actor, params.documentId)),
  },
);

function readable(picture: Picture | null): Picture {
  if (!picture)
    throw new ApiError(
      "unsupported_media_type",
      "The file is no whole PNG, JPEG, GIF or WebP. Save the picture as one of these.",
    );
  if (picture.width * picture.height > mostPixels)
    throw invalid("/file", `has ${picture.width} × ${picture.height} pixels; send at most 40 megapixels`);
  return picture;
}
