import { buffer } from "node:stream/consumers";
import { prototypeLimits, type Upload } from "@groundplan/contract";
import { concurrencyLimit } from "../../dispatch/concurrency/concurrency-limit.ts";
import { perProcess } from "../../dispatch/concurrency/per-process.ts";
import { ApiError, invalid } from "../../errors.ts";
import { openFileBatch } from "../../files/file-batch.ts";
import { readFile } from "../../files/read-file.ts";
import { BadZip, type ZipLimits, ZipTooLarge } from "../../zip/limits.ts";
import { readZip } from "../../zip/read-zip.ts";
import type { Context } from "../context.ts";
import { arrange } from "./arrange.ts";
import type { PrototypeFile } from "./store.ts";

/** Archives unpacked at once, each held in memory without its files. */
const archivesAtOnce = perProcess(() => concurrencyLimit(2));

/** Folders count as entries. */
const limits: ZipLimits = { entries: 3 * prototypeLimits.files, bytes: prototypeLimits.bytes, ratio: 200 };

/** Tests for an archive of a prototype rather than a single file. */
export const isArchive = ({ name, mediaType }: Upload): boolean =>
  /\.zip$/i.test(name) || /^application\/(x-)?zip(-compressed)?$/i.test(mediaType);

/** Stores an archive's files, yet unreferenced. Throws 400 for unusable entries, 413 beyond the limits. */
export function unpack(
  context: Context,
  workspaceId: string,
  archive: Upload,
  entry: string,
): Promise<PrototypeFile[]> {
  return archivesAtOnce(context)(() =>
    refusing(async () => {
      const zip = await readZip(await buffer(readFile(context.db, workspaceId, archive.fileId)), limits);
      const [problem] = zip.problems;
      if (problem) throw new BadZip(`${problem.path.slice(0, 200)}: ${problem.message}`);
      const entries = arrange(zip.entries, entry);
      const batch = openFileBatch(context, workspaceId, { fileBytes: limits.bytes });
      for (const entry of entries) await batch.add(entry.parts());
      const files = await batch.close();
      return entries.map(({ path, bytes }, n) => ({ path, fileId: files[n]?.fileId ?? "", bytes }));
    }),
  );
}

async function refusing<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof BadZip)) throw error;
    const reason = error.message.replace(/\.$/, "").toWellFormed();
    if (error instanceof ZipTooLarge)
      throw new ApiError("payload_too_large", `The archive is not taken: ${reason}. Leave something out.`);
    throw invalid("/file", `is an archive that is not taken: ${reason}`);
  }
}
