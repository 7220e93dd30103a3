import { type Client, ConnectionError } from "../../../client/src/index.ts";
import { Failure } from "../failure.ts";
import { sayJson } from "../output.ts";
import { createProgress } from "../push/progress.ts";
import { connect } from "../service.ts";
import { projectOf, readSettings, type Settings } from "../settings.ts";
import { type ApplyOptions, apply, unsent, vanishedPlans } from "./apply.ts";
import { type Format, type Found, NotImportable, type Parsed } from "./format.ts";
import { jsonOf } from "./json-report.ts";
import { type Report, reportOf } from "./report.ts";
import { refuseConflicts } from "./say-conflicts.ts";
import { lineOf, sayReport } from "./say-report.ts";

export interface ImportOptions {
  project?: string;
  dryRun?: true;
  theirs?: true;
  ours?: true;
  json?: true;
}

/** The project that an import goes to. */
interface Target {
  client: Client;
  projectSlug: string;
  options: ApplyOptions;
}

/**
 * Imports everything that a format finds at a path, and prints what happened. A dry run asks the service what would
 * happen; where there is no key or project, or no service answers, it only reads.
 */
export async function runImport<Source, Options>(
  format: Format<Source, Options>,
  path: string,
  reading: Options,
  options: ImportOptions,
): Promise<void> {
  const settings = readSettings();
  const project = options.project ?? settings.project;
  const found = await orFailure(format.find(path));
  const isAlone = options.dryRun && (project === undefined || !process.env.GROUNDPLAN_API_KEY?.trim());
  const target = isAlone ? null : targetOf(settings, options);
  const run = (to: Target | null) => importAll(format, found, reading, to);
  const report = await run(target).catch((error) => {
    if (options.dryRun && error instanceof ConnectionError) return run(null);
    throw error;
  });
  const addressOf = (shortId: string) =>
    `${settings.url}/v1/projects/${encodeURIComponent(project ?? "")}/plans/${shortId}`;
  if (options.json) sayJson(jsonOf(report, addressOf));
  else sayReport(report, project, addressOf);
  refuseConflicts(report);
}

function targetOf(settings: Settings, { project, dryRun, theirs, ours }: ImportOptions): Target {
  const projectSlug = projectOf(settings, project);
  const onConflict = theirs ? "theirs" : ours ? "ours" : "keep";
  return { client: connect(settings), projectSlug, options: { dryRun: dryRun === true, onConflict } };
}

async function importAll<Source, Options>(
  format: Format<Source, Options>,
  { root, sources, notices }: Found<Source>,
  reading: Options,
  target: Target | null,
): Promise<Report> {
  const dryRun = target?.options.dryRun ?? true;
  const report: Report = {
    dryRun,
    root: null,
    sources: [],
    vanished: [],
    refused: [],
    notices: [...notices],
  };
  const seen = new Set<string>();
  const progress = createProgress(process.stderr);
  const parsed = read(format, sources, reading, root === null ? null : report.refused, (source) => {
    for (const { externalRef } of source.plans) seen.add(externalRef);
    report.notices.push(...source.notices);
  });
  const onRoot = (result: Report["root"]) => {
    report.root = result;
  };
  const all = { root, sources: parsed };
  const applied = target
    ? apply(target.client, target.projectSlug, all, target.options, onRoot)
    : unsent(all, onRoot);
  for await (const one of applied) {
    const source = reportOf(one, dryRun);
    if (source) report.sources.push(source);
    if (process.stderr.isTTY && root !== null)
      progress.show(`${report.sources.length} of ${sources.length}`, report.sources.length / sources.length);
  }
  progress.end();
  const planShortId =
    report.root?.planShortId ?? (root === null ? report.sources[0]?.result.planShortId : null);
  if (target && planShortId) {
    const path = { projectSlug: target.projectSlug, planShortId };
    if (root) seen.add(root.externalRef);
    report.vanished = await vanishedPlans(target.client, path, format.prefix, seen);
  }
  return report;
}

/** Reads sources one by one. One of many that can't be imported is left out with its reasons, a single one ends it all. */
async function* read<Source, Options>(
  format: Format<Source, Options>,
  sources: readonly Source[],
  reading: Options,
  refused: string[] | null,
  onRead: (source: Parsed) => void,
): AsyncGenerator<Parsed> {
  for (const source of sources) {
    const parsed = await orFailure(format.read(source, reading)).catch((error) => {
      if (refused === null || !(error instanceof Failure)) throw error;
      refused.push([error.message, ...error.parts].join(" "));
      return null;
    });
    if (parsed === null) continue;
    onRead(parsed);
    yield parsed;
  }
}

/** Turns what can't be imported into what the command ends with. */
const orFailure = <T>(promise: Promise<T>): Promise<T> =>
  promise.catch((error) => {
    if (!(error instanceof NotImportable)) throw error;
    throw new Failure(error.message, { parts: error.notices.map(lineOf), cause: error });
  });
