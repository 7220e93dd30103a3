import type { ConsoleEndpoint } from "@groundplan/contract";
import type { ConsoleHandler } from "../dispatch/console-handlers.ts";
import type { Registry } from "../dispatch/dispatcher.ts";
import { createExecute } from "../dispatch/execute.ts";
import type { Handlers } from "../dispatch/handlers.ts";
import type { JobKinds } from "../jobs/runner.ts";
import type { Gauge } from "../meter.ts";
import type { Module } from "../module.ts";
import { anchorSearch } from "./anchor-search/manifest.ts";
import { bin } from "./bin/manifest.ts";
import { briefs } from "./briefs/manifest.ts";
import { endUnsupported } from "./claims/end-unsupported.ts";
import { refusedClaim } from "./claims/fence.ts";
import { claims } from "./claims/manifest.ts";
import { connectors } from "./connectors/manifest.ts";
import { context } from "./context/manifest.ts";
import type { Context } from "./context.ts";
import { keepCounts } from "./dependencies/counts/keep-counts.ts";
import { dependencies } from "./dependencies/manifest.ts";
import { documentFiles } from "./document-files/manifest.ts";
import { documents } from "./documents/manifest.ts";
import { duplicates } from "./duplicates/manifest.ts";
import { evidence } from "./evidence/manifest.ts";
import { planExports } from "./exports/manifest.ts";
import { formats } from "./formats/manifest.ts";
import { history } from "./history/manifest.ts";
import { reloadActor } from "./identity/credential-kinds.ts";
import { identity } from "./identity/manifest.ts";
import { imports } from "./imports/manifest.ts";
import { inbox } from "./inbox/manifest.ts";
import { instructions } from "./instructions/manifest.ts";
import { invites } from "./invites/manifest.ts";
import { issuers } from "./issuers/manifest.ts";
import { labels } from "./labels/manifest.ts";
import { mcpServers } from "./mcp-servers/manifest.ts";
import { mechanisms } from "./mechanisms.ts";
import { members } from "./members/manifest.ts";
import { models } from "./models/manifest.ts";
import { oauth } from "./oauth/manifest.ts";
import { pack } from "./pack/manifest.ts";
import { passkeys } from "./passkeys/manifest.ts";
import { requireReadable } from "./plans/access.ts";
import { plans } from "./plans/manifest.ts";
import { presence } from "./presence/manifest.ts";
import { progress } from "./progress/manifest.ts";
import { projects } from "./projects/manifest.ts";
import { prototypes } from "./prototypes/manifest.ts";
import { push } from "./push/manifest.ts";
import { quotes } from "./quotes/manifest.ts";
import { readLinks } from "./read-links/manifest.ts";
import { runs } from "./runs/manifest.ts";
import { search } from "./search/manifest.ts";
import { signIn } from "./sign-in/manifest.ts";
import { skills } from "./skills/manifest.ts";
import { specs } from "./specs/manifest.ts";
import { suggestions } from "./suggestions/manifest.ts";
import { sync } from "./sync/manifest.ts";
import { threads } from "./threads/manifest.ts";
import { toolCalls } from "./tool-calls/manifest.ts";
import { trackers } from "./trackers/manifest.ts";
import { views } from "./views/manifest.ts";
import { webhooks } from "./webhooks/manifest.ts";

/** Add new modules here. */
export const modules: readonly Module<Context>[] = [
  ...mechanisms,
  ...[
    identity,
    signIn,
    passkeys,
    issuers,
    oauth,
    projects,
    plans,
    specs,
    dependencies,
    claims,
    evidence,
    quotes,
    labels,
    views,
    progress,
    invites,
    members,
  ],
  ...[
    context,
    instructions,
    formats,
    skills,
    pack,
    briefs,
    prototypes,
    readLinks,
    documents,
    documentFiles,
    duplicates,
    bin,
    presence,
    threads,
    anchorSearch,
    suggestions,
  ],
  ...[
    trackers,
    mcpServers,
    connectors,
    toolCalls,
    push,
    sync,
    imports,
    planExports,
    search,
    history,
    webhooks,
    inbox,
  ],
  models,
  runs,
];

/** By endpoint id. */
export const handlers: Handlers<Context> = new Map(
  modules.flatMap((module) => module.handlers ?? []).map((handler) => [handler.endpoint.id, handler]),
);

/** Console handlers by endpoint id. */
export const consoleHandlers: ReadonlyMap<string, ConsoleHandler<ConsoleEndpoint, Context>> = new Map(
  modules.flatMap((module) => module.console ?? []).map((handler) => [handler.endpoint.id, handler]),
);

export const execute = createExecute<Context>(handlers, { reloadActor, refusedClaim });

/** Everything that runs in transactions, with the rules of the write path. */
export const registry: Registry = {
  commands: modules.flatMap((module) => module.commands ?? []),
  handlers,
  rules: {
    reloadActor,
    requireReadable,
    refusedClaim,
    async settle(tx, by) {
      await endUnsupported(tx, by);
      await keepCounts(tx, by.workspaceId);
    },
    async forgetProject(tx, project) {
      for (const { forgetProject } of modules) await forgetProject?.(tx, project);
    },
    fileColumns: modules.flatMap((module) => module.fileColumns ?? []),
  },
};

/** By name. */
export const jobKinds: JobKinds<Context> = new Map(
  modules.flatMap((module) => Object.entries(module.jobs ?? {})),
);

export const gauges: readonly Gauge<Context>[] = modules.flatMap((module) => module.gauges ?? []);

/** Subscribes all modules to what other processes tell. */
export function hearOthers(context: Context): void {
  for (const { hearOthers: hear } of modules) hear?.(context);
}

/** Starts all modules' background work; returns a function that stops it. */
export function startBackground(context: Context): () => Promise<void> {
  const ends = modules.flatMap((module) => module.background?.(context) ?? []);
  return async () => void (await Promise.all(ends.map((end) => end())));
}
