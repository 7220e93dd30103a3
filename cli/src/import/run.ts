import { importPlans } from "@groundplan/contract";
import { type Format, NotImportable, type Parsed } from "../../../client/src/import/format.ts";
import { definitionOf, type FormatId } from "../../../client/src/import/formats.ts";
import { importAll, type Progress, type Target } from "../../../client/src/import/import-all.ts";
import { type Asked, locate } from "../../../client/src/import/locate.ts";
import type { Report } from "../../../client/src/import/report.ts";
import { sentPlan } from "../../../client/src/import/send.ts";
import { ConnectionError } from "../../../client/src/index.ts";
import { Failure } from "../failure.ts";
import { printable, say, sayJson } from "../output.ts";
import { createProgress } from "../progress.ts";
import { connect } from "../service.ts";
import { projectOf, readSettings, type Settings } from "../settings.ts";
import { ImportedFiles, noteImported } from "../sync/imported-files.ts";
import { openPath } from "./disk/open-path.ts";
import { jsonOf } from "./json-report.ts";
import { readerOf } from "./readers.ts";
import { refuseUnsettled } from "./refuse-unsettled.ts";
import { lineOf, sayReport } from "./say-report.ts";

export interface ImportOptions {
  project?: string;
  dryRun?: true;
  theirs?: true;
  ours?: true;
  json?: true;
}

type Reading = Readonly<Record<string, string>>;

/** Imports what the asked formats have at a path, one format after the other, and reports each. */
export async function runImport(
  asked: Asked,
  given: string,
  readingOf: (format: FormatId) => Reading,
  options: ImportOptions,
): Promise<void> {
  const settings = readSettings();
  const project = options.project ?? settings.project;
  const { files, path, isArchive } = await asFailure(openPath(given));
  const advice = (id: FormatId, place: string) =>
    `run \`groundplan import ${id} ${quoted(path === given ? place : given)}\``;
  const places = await asFailure(locate(files, path, asked, advice));
  const names = places.map(({ format }) => definitionOf(format).name);
  if (asked === "auto") process.stderr.write(`Found ${names.join(" and ")}.\n`);
  const pathOf = (shortId: string) => `/projects/${encodeURIComponent(project ?? "")}/plans/${shortId}`;
  const printed: object[] = [];
  const failures: Failure[] = [];
  for (const [index, place] of places.entries()) {
    const id = place.format;
    try {
      const read = new ImportedFiles();
      const reader = await readerOf(id, files);
      const report = await importOne(reader, place.path, readingOf(id), settings, options, read);
      const json = () => jsonOf(report, (shortId) => `${settings.url}/v1${pathOf(shortId)}`);
      if (options.json) printed.push(asked === "auto" ? Object.assign({ format: id }, json()) : json());
      else {
        if (places.length > 1) say(`${index > 0 ? "\n" : ""}${definitionOf(id).name}:`);
        sayReport(report, project, (shortId) => settings.url + pathOf(shortId)); // The console's page.
      }
      if (!report.dryRun && !isArchive && project !== undefined)
        await noteImported(place.path, id, { url: settings.url, project }, read.settled(report)).catch(
          tellFailure,
        );
      refuseUnsettled(report);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      failures.push(error);
    }
  }
  const [only] = printed;
  if (options.json && asked === "auto") sayJson({ formats: printed });
  else if (only) sayJson(only);
  refuseFailed(failures);
}

/** Tells what does not concern the import itself. */
function tellFailure(error: unknown): void {
  if (!(error instanceof Failure)) throw error;
  process.stderr.write(`${printable(error.message)}\n`);
}

/** Throws the failure of one format, or those of several as one. */
function refuseFailed(failures: readonly Failure[]): void {
  const [first, ...others] = failures;
  if (!first) return;
  if (others.length === 0) throw first;
  const parts = failures.flatMap(({ message, parts }) => [message, ...parts.map((part) => `  ${part}`)]);
  throw new Failure("Not everything was imported:", { parts, exitCode: first.exitCode });
}

/** A dry run without a key, a project or a reachable service only reads. */
async function importOne(
  format: Format,
  path: string,
  reading: Reading,
  settings: Settings,
  options: ImportOptions,
  read: ImportedFiles,
): Promise<Report> {
  const project = options.project ?? settings.project;
  const found = await asFailure(format.find(path, reading));
  const isOffline = options.dryRun && (project === undefined || !process.env.GROUNDPLAN_API_KEY?.trim());
  const target = isOffline ? null : targetOf(settings, options);
  const progress = createProgress(process.stderr);
  const onProgress = ({ done, all }: Progress) => {
    if (process.stderr.isTTY && found.root && done > 0) progress.show(`${done} of ${all}`, done / all);
  };
  const hooks = { onProgress, check: requireImportable, onSource: read.add.bind(read) };
  const run = (to: Target | null) => asFailure(importAll(format, found, reading, to, hooks));
  const report = await run(target).catch((error) => {
    if (options.dryRun && error instanceof ConnectionError) return run(null);
    throw error;
  });
  progress.end();
  return report;
}

function targetOf(settings: Settings, { project, dryRun, theirs, ours }: ImportOptions): Target {
  const projectSlug = projectOf(settings, project);
  const onConflict = theirs ? "theirs" : ours ? "ours" : "keep";
  return { client: connect(settings), projectSlug, options: { dryRun: dryRun === true, onConflict } };
}

/** Turns `NotImportable` into a `Failure`. */
const asFailure = <T>(promise: Promise<T>): Promise<T> =>
  promise.catch((error) => {
    if (!(error instanceof NotImportable)) throw error;
    const { message, notices } = error;
    const parts = notices.map(lineOf);
    throw new Failure(parts.length === 0 ? message : `${message} These parts could not be read:`, {
      parts,
      cause: error,
    });
  });

/** Returns a path as an argument of a shell. */
const quoted = (path: string) =>
  /^[\w./@%+=:,-]+$/u.test(path) ? printable(path) : `'${printable(path).replaceAll("'", "'\\''")}'`;

/** Throws `NotImportable` for a plan that the service would refuse, because it fails the whole request. */
function requireImportable(plans: Parsed["plans"]): void {
  const checked = importPlans.body?.safeParse({ plans: plans.map((plan) => sentPlan(plan, new Map())) });
  const [issue] = checked?.error?.issues ?? [];
  if (!issue) return;
  const what = issue.path.slice(2).join("/");
  throw new NotImportable(`${plans[0].externalRef} can't be imported: ${what} ${issue.message}.`);
}
