import { type ExportFormat, exportLimits, exportPlan } from "@groundplan/contract";
import type { SourceFile } from "../../../client/src/import/format.ts";
import { openZip } from "../../../client/src/import/zip.ts";
import type { Client } from "../../../client/src/index.ts";
import { Failure } from "../failure.ts";
import type { PlanParams } from "../locate-plan.ts";

/** Downloads a plan's files in a format. */
export async function download(
  client: Client,
  params: PlanParams,
  query: { format: ExportFormat; vanished?: "leave_out"; changes?: "leave_out" },
): Promise<SourceFile[]> {
  const { content } = await client.call(exportPlan, { params, query });
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of content) parts.push(new Uint8Array(part));
  const files: SourceFile[] = [];
  for (const { path, file } of await openZip(new Blob(parts), exportLimits.bytes)) {
    if ("problem" in file) throw new Failure(`The export's ${path} ${file.problem}.`);
    files.push({ path, bytes: new Uint8Array(await file.arrayBuffer()) });
  }
  return files;
}
