import { importPlans } from "@groundplan/contract";
import { type Format, NotImportable, type Parsed, type Source } from "../../../client/src/import/format.ts";
import { importAll, type Progress, type Target } from "../../../client/src/import/import-all.ts";
import { ConnectionError } from "../../../client/src/index.ts";
import { Failure } from "../failure.ts";
import { sayJson } from "../output.ts";
import { createProgress } from "../progress.ts";
import { connect } from "../service.ts";
import { projectOf, readSettings, type Settings } from "../settings.ts";
import { jsonOf } from "./json-report.ts";
import { refuseUnsettled } from "./refuse-unsettled.ts";
import { lineOf, sayReport } from "./say-report.ts";

export interface ImportOptions {
  project?: string;
  dryRun?: true;
  theirs?: true;
  ours?: true;
  json?: true;
}

/**
 * Imports everything that a format finds at a path, and reports it. A dry run asks the service what
 * would happen. Without a key, a project or a reachable service, it only reads the folder.
 */
export async function runImport<From extends Source, Options>(
  format: Format<From, Options>,
  path: string,
  reading: Options,
  options: ImportOptions,
): Promise<void> {
  const settings = readSettings();
  const project = options.project ?? settings.project;
  const found = await asFailure(format.find(path));
  const isOffline = options.dryRun && (project === undefined || !process.env.GROUNDPLAN_API_KEY?.trim());
  const target = isOffline ? null : targetOf(settings, options);
  const progress = createProgress(process.stderr);
  const onProgress = ({ done, all }: Progress) => {
    if (process.stderr.isTTY && found.root && done > 0) progress.show(`${done} of ${all}`, done / all);
  };
  const hooks = { onProgress, check: requireImportable };
  const run = (to: Target | null) => asFailure(importAll(format, found, reading, to, hooks));
  const report = await run(target).catch((error) => {
    if (options.dryRun && error instanceof ConnectionError) return run(null);
    throw error;
  });
  progress.end();
  const pathOf = (shortId: string) => `/projects/${encodeURIComponent(project ?? "")}/plans/${shortId}`;
  if (options.json) sayJson(jsonOf(report, (shortId) => `${settings.url}/v1${pathOf(shortId)}`));
  else sayReport(report, project, (shortId) => settings.url + pathOf(shortId)); // The console's page.
  refuseUnsettled(report);
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

/** Throws `NotImportable` for a plan that the service would refuse, because it fails the whole request. */
function requireImportable(plans: Parsed["plans"]): void {
  const checked = importPlans.body?.safeParse({ plans });
  const [issue] = checked?.error?.issues ?? [];
  if (!issue) return;
  const what = issue.path.slice(2).join("/");
  throw new NotImportable(`${plans[0].externalRef} can't be imported: ${what} ${issue.message}.`);
}
