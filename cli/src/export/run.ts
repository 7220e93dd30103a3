import { type ExportFormat, type ExportNote, reportExport } from "@groundplan/contract";
import { exitCodes } from "../exit-codes.ts";
import { Failure } from "../failure.ts";
import { locatePlan } from "../locate-plan.ts";
import { counted, printable, say, sayJson } from "../output.ts";
import { connect } from "../service.ts";
import { readSettings } from "../settings.ts";
import { download } from "./download.ts";
import { folderOf } from "./folders.ts";
import { differing, placeIn, writeFiles } from "./write-files.ts";

interface Options {
  project?: string;
  force?: true;
  dryRun?: true;
  json?: true;
}

/** Writes a plan's files into a folder, and says what the format could not hold. */
export async function runExport(
  format: ExportFormat,
  planShortId: string,
  path: string,
  { project, force, dryRun, json }: Options,
): Promise<void> {
  const settings = readSettings();
  const client = connect(settings);
  const params = await locatePlan(client, planShortId, project ?? settings.project);
  const { export: report } = await client.call(reportExport, { params, query: { format } });
  if (!dryRun) {
    const folder = await folderOf(format, path);
    const files = await download(client, params, { format });
    const others = force ? [] : await differing(folder, files);
    if (others.length > 0)
      throw new Failure(
        `${others.length === 1 ? "A file" : `${others.length} files`} of ${printable(folder.path)} would be overwritten. Add --force, or export into an empty folder:`,
        { parts: others.map(printable), exitCode: exitCodes.conflict },
      );
    await writeFiles(folder, files);
    for (const { path: beside } of files.filter((file) => placeIn(folder, file.path) === null))
      process.stderr.write(
        `${printable(beside)}: not written, since it lies outside of ${printable(folder.path)} or in git's own folder.\n`,
      );
  }
  if (json) return sayJson(report);
  if (dryRun) for (const file of report.files) say(printable(file.path));
  sayNotes(report.notes);
  const wrote = `${dryRun ? "Would write" : "Wrote"} ${counted(report.files.length, "file")}`;
  if (report.files.length === 0)
    return say(
      `${wrote}: ${format} has no place for anything in ${planShortId}. \`groundplan export markdown ${planShortId} PATH\` writes all of it.`,
    );
  say(
    `${wrote}: ${countOf(report.files, "kept")} as imported, ${countOf(report.files, "changed")} changed here, ${countOf(report.files, "written")} new.`,
  );
}

const countOf = (files: readonly { state: string }[], state: string) =>
  files.filter((file) => file.state === state).length;

/** Lists what an export could not hold on standard error. */
function sayNotes(notes: readonly ExportNote[]): void {
  for (const { path, handle, text } of notes) {
    const about = [handle, path].flatMap((one) => (one === null ? [] : printable(one))).join(", ");
    process.stderr.write(`${about === "" ? "" : `${about}: `}${printable(text)}\n`);
  }
}
