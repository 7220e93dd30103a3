import { z } from "zod";
import { planParams } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { rawFile } from "../multipart.ts";

const tag = "Imports";
const path = "/v1/projects/{projectSlug}/plans/{planShortId}/export" as const;

/** Formats of exports: those of imports, and Groundplan's own. */
export const exportFormat = z
  .enum(["kiro", "spec-kit", "openspec", "backlog", "taskmaster", "beads", "markdown"])
  .meta({ id: "ExportFormat" });
export type ExportFormat = z.infer<typeof exportFormat>;

const query = z.strictObject({
  format: exportFormat.default("markdown"),
  conflicts: z
    .enum(["here", "file", "markers"])
    .default("here")
    .describe(
      "Lines that differ here and in the imported file since the last import: those here, the file's, or both between git's conflict markers.",
    ),
  vanished: z
    .enum(["add", "leave_out"])
    .default("add")
    .describe(
      "Imported specs that the last import's files no longer have; `leave_out` leaves out plans that were made here, too.",
    ),
  changes: z
    .enum(["add", "leave_out"])
    .default("add")
    .describe(
      "What changed here since the last import; `leave_out` gives its files as they were imported, and leaves out plans that were made here.",
    ),
});

const note = z
  .object({
    path: z.string().nullable().describe("The file that the note is about; null for the whole export."),
    handle: z.string().nullable().describe("The plan or spec, such as `PLAN-3/SPEC-2`."),
    text: z.string(),
  })
  .meta({ id: "ExportNote" });
export type ExportNote = z.infer<typeof note>;

const file = z
  .object({
    path: z.string(),
    state: z
      .enum(["kept", "changed", "written"])
      .describe("`kept` is byte for byte as it was imported, `changed` in the parts that changed here."),
  })
  .meta({ id: "ExportedFile" });
export type ExportedFile = z.infer<typeof file>;

/** Texts of an export together, which are in memory at once. */
export const exportLimits = { bytes: 64 * 1024 * 1024 } as const;

const shown =
  "Shows what the caller reads, with sub-plans; needs on what they can't read are left out. Who can edit a plan gets the files of its last import back, byte for byte but for the parts that changed.";

export const exportPlan = endpoint({
  id: "plans.export",
  method: "GET",
  path,
  summary: "Export a plan as a zip archive of files in a format",
  description: shown,
  tag,
  params: planParams,
  query,
  reply: rawFile(),
  raw: true,
  errors: ["not_found", "payload_too_large"],
});

export const reportExport = endpoint({
  id: "plans.exportReport",
  method: "GET",
  path: `${path}/report`,
  summary: "List the files of an export, and what its format can't hold",
  description: shown,
  tag,
  params: planParams,
  query,
  reply: z.object({ export: z.object({ files: z.array(file), notes: z.array(note) }) }),
  errors: ["not_found", "payload_too_large"],
});
