import { join } from "node:path";
import { Command } from "commander";
import { Failure } from "../failure.ts";
import { type KiroImport, type Notice, requirementsFile } from "../import/kiro/types.ts";
import { makePlan } from "../import/make-plan.ts";
import { printable, say, sayJson } from "../output.ts";
import { connect } from "../service.ts";
import { projectOf, readSettings, type Settings } from "../settings.ts";

interface Options {
  project?: string;
  dryRun?: true;
  json?: true;
}

export const importKiro = () =>
  new Command("kiro")
    .description("make a plan of a Kiro spec folder, with a spec for each requirement")
    .argument("<folder>", "such as .kiro/specs/<feature>")
    .option("--project <slug>", "the project that gets the plan")
    .option("--dry-run", "only read the folder and say what would be made; needs no service")
    .option("--json", "print {plan, specs, criteria, notUnderstood}")
    .action(async (folder: string, options: Options) => {
      const source = await read(folder);
      const settings = readSettings();
      if (options.dryRun) sayPlanned(source, { ...options, project: options.project ?? settings.project });
      else await make(source, settings, options);
    });

/**
 * Reads the folder. The reader throws a plain `Error` of one sentence; an import without specs is refused, since nobody
 * asks for an empty plan.
 */
async function read(folder: string): Promise<KiroImport> {
  const { readKiro } = await import("../import/kiro/read.ts");
  const source = await readKiro(folder).catch((error) => {
    throw error?.constructor === Error ? new Failure(error.message, { cause: error }) : error;
  });
  if (source.specs.length > 0) return source;
  throw new Failure(
    `${join(folder, requirementsFile)} holds no requirement, so nothing was made. Write one under a heading like "### Requirement 1: Title", then import again. Not understood:`,
    { parts: source.notUnderstood.map(lineOf) },
  );
}

function sayPlanned(
  { plan: { name }, specs, notUnderstood }: KiroImport,
  { project, json }: Partial<Settings> & Pick<Options, "json">,
): void {
  if (json) {
    sayJson({ dryRun: true, plan: { name }, specs: specs.length, notUnderstood });
    return;
  }
  const where = project === undefined ? "" : ` in ${project}`;
  say(printable(`Would make the plan "${name}"${where}, with ${specs.length} specs:`));
  for (const { ref, title } of specs) say(printable(`  ${ref}: ${title}`));
  sayNotUnderstood(notUnderstood);
}

async function make(
  { notUnderstood, ...source }: KiroImport,
  settings: Settings,
  { json, ...options }: Options,
): Promise<void> {
  const project = projectOf(settings, options.project);
  const { plan, specs } = await makePlan(connect(settings), project, source);
  const criteria = source.specs.reduce((sum, spec) => sum + spec.criteria, 0);
  const { id, shortId, name } = plan;
  const address = `${settings.url}/v1/projects/${encodeURIComponent(project)}/plans/${shortId}`;
  if (json) {
    sayJson({ plan: { id, shortId, name, url: address }, specs, criteria, notUnderstood });
    return;
  }
  say(printable(`Made ${shortId} "${name}" with ${specs} specs and ${criteria} acceptance criteria:`));
  say(printable(`  ${address}`));
  sayNotUnderstood(notUnderstood);
}

function sayNotUnderstood(notices: KiroImport["notUnderstood"]): void {
  say(notices.length === 0 ? "Everything was understood." : "Not understood, left out or changed:");
  for (const notice of notices) say(printable(`  ${lineOf(notice)}`));
}

const lineOf = ({ file, line, text, why }: Notice) =>
  `${file}:${line} ${text === "" ? "" : `${text} `}— ${why}`;
