import { prototypeLimits, type Upload } from "@groundplan/contract";
import { ApiError, invalid } from "../../errors.ts";
import { isLitter, nameProblem } from "../../zip/entry-name.ts";
import type { Context } from "../context.ts";
import { arrange } from "./arrange.ts";
import type { PrototypeFile } from "./store.ts";
import { isArchive, unpack } from "./unpack.ts";

/** Returns the stored files of an upload of files or one archive. */
export async function sentFiles(
  context: Context,
  workspaceId: string,
  uploads: readonly Upload[],
  entry: string,
): Promise<PrototypeFile[]> {
  const { sentBytes } = prototypeLimits;
  if (uploads.reduce((sum, { bytes }) => sum + bytes, 0) > sentBytes)
    throw new ApiError(
      "payload_too_large",
      `The files of a prototype may have ${sentBytes} bytes together. Leave some out, or pack them.`,
    );
  const [only] = uploads;
  if (only && uploads.length === 1 && isArchive(only)) return unpack(context, workspaceId, only, entry);
  for (const [index, { name }] of uploads.entries()) {
    const problem = isLitter(name) ? null : nameProblem(name);
    if (problem !== null) throw invalid(`/file/${index}`, problem);
    if (name.endsWith("/")) throw invalid(`/file/${index}`, "has the name of a folder");
  }
  return arrange(
    uploads.map(({ name, fileId, bytes }) => ({ path: name, fileId, bytes })),
    entry,
  );
}
