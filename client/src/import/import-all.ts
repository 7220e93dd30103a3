import { listPlans } from "@groundplan/contract";
import { type ApplyOptions, apply, type First, type PlanResult, unsent, vanishedPlans } from "./apply.ts";
import type { Caller } from "./caller.ts";
import type { Format, Found, ImportedPlan, Notice, Parsed, Source } from "./format.ts";
import { notesOf } from "./notes.ts";
import { proposeInstructions } from "./propose.ts";
import { type Refusal, readSources } from "./read-sources.ts";
import { copyOf, type Report, reportOf } from "./report.ts";

/** The project to import into. */
export interface Target {
  client: Caller;
  projectSlug: string;
  options: ApplyOptions;
}

export interface Progress {
  /** Sources read or refused. */
  read: number;
  /** Sources answered by the service. */
  done: number;
  all: number;
}

interface Hooks {
  onProgress?: (progress: Progress) => void;
  /** Throws `NotImportable` for plans that the service would refuse with their whole request. */
  check?: (plans: Parsed["plans"]) => void;
  /** Gets each source before it is sent, which drops the bytes of its files. */
  onSource?: (source: Parsed) => void;
}

/** Imports everything found; without a target, only reports it. */
export async function importAll<From extends Source, Options>(
  format: Format<From, Options>,
  { root, context, sources, notices, leftOut = [], instructions }: Found<From>,
  reading: Options,
  target: Target | null,
  { onProgress = () => {}, check = () => {}, onSource = () => {} }: Hooks = {},
): Promise<Report> {
  const dryRun = target?.options.dryRun ?? true;
  const existing = root && target ? await existingRoot(target, root) : null;
  const report: Report = {
    dryRun,
    root: existing,
    context: [],
    sources: [],
    vanished: [],
    refused: [],
    notices: [...notices],
    instructions: null,
  };
  let rules = instructions;
  const seen = new Set(root ? [root.externalRef] : []);
  const refused: string[] = [];
  const progress: Progress = { read: 0, done: 0, all: sources.length };
  const isRead = () => onProgress({ ...progress, read: ++progress.read });
  const tell = (some: readonly Notice[]) => {
    for (const notice of copyOf(some)) report.notices.push(notice);
  };
  const onRead = (source: Parsed) => {
    for (const { externalRef } of source.plans) seen.add(externalRef);
    for (const externalRef of source.leftOut ?? []) seen.add(externalRef);
    tell(source.notices);
    onSource(source);
    rules ??= source.instructions;
    isRead();
  };
  const onRefused = ({ reference, message, notices: reasons }: Refusal) => {
    refused.push(reference);
    report.refused.push(`${reference}: ${message}`);
    tell(reasons);
    isRead();
  };
  const parsed = readSources(format, sources, reading, {
    check,
    onRead,
    onRefused: root ? onRefused : null,
  });
  const all = { root: existing ? null : root, context, sources: parsed };
  // Context brought by other imports has not vanished.
  const isOwn = (ref: string) => ref.startsWith(format.prefix) && !leftOut.includes(ref);
  const onFirst = (first: First) => {
    report.root = first.root ?? existing;
    report.context = first.context.filter(
      ({ outcome, externalRef }) => outcome !== "vanished" || isOwn(externalRef),
    );
  };
  const applied = target
    ? apply(target.client, target.projectSlug, all, target.options, onFirst)
    : unsent(all, onFirst);
  for await (const settled of applied) {
    report.sources.push(...reportOf(settled, dryRun));
    tell(notesOf(settled));
    onProgress({ ...progress, done: ++progress.done });
  }
  if (rules && target)
    report.instructions = await proposeInstructions(target.client, target.projectSlug, rules, dryRun);
  else if (rules) report.instructions = { file: rules.file, outcome: "proposed" };
  const top = root ? report.root : report.sources[0]?.result;
  if (target && top?.planShortId) {
    // A plan of the whole tree has the format's prefix as its reference.
    const above = root || top.externalRef === format.prefix ? format.prefix : `${top.externalRef}/`;
    const own = (ref: string) => ref.startsWith(above);
    const isRefused = (ref: string) => refused.some((one) => ref === one || ref.startsWith(`${one}/`));
    const path = { projectSlug: target.projectSlug, planShortId: top.planShortId };
    report.vanished = await vanishedPlans(
      target.client,
      path,
      (ref) => own(ref) && !seen.has(ref) && !isRefused(ref),
    );
  }
  return report;
}

/**
 * Returns the tree's plan from an earlier import. It is not sent again, since its name was only guessed from
 * the folder.
 */
async function existingRoot(
  { client, projectSlug }: Target,
  { externalRef }: ImportedPlan,
): Promise<PlanResult | null> {
  for (const archived of [false, true]) {
    const query = archived ? { externalRef, archived } : { externalRef };
    const { plans } = await client.call(listPlans, { params: { projectSlug }, query });
    const [plan] = plans;
    if (!plan) continue;
    const outcome = archived ? "archived" : "unchanged";
    const none = { changed: [], conflicts: [], created: 0, updated: 0, unchanged: 0, specs: [], sources: [] };
    return { externalRef, planId: plan.id, planShortId: plan.shortId, name: plan.name, outcome, ...none };
  }
  return null;
}
