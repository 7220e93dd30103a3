import { setTimeout as sleep } from "node:timers/promises";
import {
  type ContextSource,
  getRun,
  listPlanContext,
  type Run,
  type RunStep,
  startRun,
  stopRun,
} from "@groundplan/contract";
import { InvalidArgumentError } from "commander";
import { ApiError, type Client, ConnectionError } from "../../../../client/src/index.ts";
import { command } from "../../command.ts";
import { exitCodes } from "../../exit-codes.ts";
import { explain, Failure } from "../../failure.ts";
import { asPlan } from "../../handles.ts";
import { locatePlan } from "../../locate-plan.ts";
import { printable, say, sayJson } from "../../output.ts";
import { createProgress, type Progress } from "../../progress.ts";
import { interrupted, untilInterrupted } from "../../push/interrupted.ts";
import { connect } from "../../service.ts";
import { readSettings } from "../../settings.ts";

interface Options {
  project?: string;
  model?: string;
  source?: string[];
  tokens?: number;
  json?: true;
}

type Params = { projectSlug: string; planShortId: string; runId: string };
type Followed = { run: Run; steps: RunStep[] };

export const draft = () =>
  command(
    "draft",
    "let the planning agent draft specs of a plan, and follow the run; Ctrl-C stops it",
    "groundplan draft PLAN-1 Plan the sign-in with passkeys",
  )
    .argument("<plan>", "its handle, such as PLAN-1", asPlan)
    .argument("<words...>", "what to plan")
    .option("--project <slug>", "the project; found by the handle if omitted")
    .option("--model <id>", "the model, as `groundplan api GET /v1/models` lists it")
    .option("--source <id-or-title...>", "what it may read; the plan's active sources if omitted")
    .option("--tokens <number>", "the most tokens, in and out", asTokens)
    .option("--json", "print {run, steps}; progress goes to standard error")
    .action(
      async (planShortId: string, words: string[], { project, model, source, tokens, json }: Options) => {
        const progress = createProgress(process.stderr);
        const settings = readSettings();
        const client = connect(settings, progress.show);
        const plan = await locatePlan(client, planShortId, project ?? settings.project);
        const known = await Array.fromAsync(client.pages(listPlanContext, { params: plan }, "sources"));
        const body = {
          task: "draft" as const,
          prompt: words.join(" "),
          ...(model === undefined ? {} : { modelId: model }),
          ...(source === undefined ? {} : { sources: source.map((name) => idOf(known, name)) }),
          ...(tokens === undefined ? {} : { limits: { tokens } }),
        };
        const { run } = await client.call(startRun, { params: plan, body }).catch((error: unknown) => {
          throw withAddress(error, settings.url);
        });
        process.stderr.write(`${mayRead(run, known)}\n`);
        const params = { ...plan, runId: run.id };
        const page = `${settings.url}/projects/${plan.projectSlug}/plans/${plan.planShortId}/runs/${run.id}`;
        const follow = (signal: AbortSignal) => followRun(client, params, progress, signal);
        const ended = await untilInterrupted(follow).finally(progress.end);
        if (ended === interrupted) {
          await client.call(stopRun, { params });
          const { run: stopped, steps } = await client.call(getRun, { params });
          const hasProposed = steps.some(({ suggestion }) => suggestion !== undefined);
          const kept = hasProposed ? `What it proposed so far stays: ${page}` : "It proposed nothing.";
          process.stderr.write(`The run is ${stopped.state}. ${kept}\n`);
          process.exitCode = exitCodes.interrupted;
          return;
        }
        if (json) sayJson(ended);
        else sayRun(ended, page);
        if (ended.run.state === "failed") process.exitCode = exitCodes.failure;
      },
    );

const levels = { TEAM: " (workspace)", PROJECT: " (project)", PLAN: "" } as const;

function mayRead({ sources }: Run, known: readonly ContextSource[]): string {
  if (sources.length === 0) return "It may read no sources.";
  const names = sources.map((id) => {
    const source = known.find((one) => one.id === id);
    return source ? printable(`${source.title}${levels[source.scope]}`) : id;
  });
  return `It may read: ${names.join(", ")}`;
}

/** Returns the id of the source that has it or the title. */
function idOf(known: readonly ContextSource[], name: string): string {
  const [found, other] = known.filter(({ id, title }) => id === name || title === name);
  const list = "`groundplan context PLAN` lists them with their ids.";
  if (!found) throw new Failure(`The plan has no context source “${printable(name)}”; ${list}`);
  if (other)
    throw new Failure(`Several context sources are called “${printable(name)}”. Name one by its id; ${list}`);
  return found.id;
}

/** Completes the address of the run that is in the way. */
function withAddress(error: unknown, url: string): unknown {
  if (!(error instanceof ApiError) || error.code !== "too_many_runs") return error;
  return new Failure(error.message.replace(/ at (?=\/projects\/\S+$)/, ` at ${url}`), { cause: error });
}

function asTokens(value: string): number {
  if (!/^\d{4,7}$/.test(value)) throw new InvalidArgumentError("It must be a number from 1000 to 5000000.");
  return Number(value);
}

const pollMs = 500;
const atWork: readonly Run["state"][] = ["queued", "running"];

/** Shows the progress of a run until it rests or ends. */
async function followRun(
  client: Client,
  params: Params,
  progress: Progress,
  signal: AbortSignal,
): Promise<Followed> {
  try {
    for (;;) {
      const followed = await client.call(getRun, { params }, { signal });
      const { run, steps } = followed;
      const { inputTokens, outputTokens } = run.usage;
      const used = inputTokens + outputTokens;
      const doing = printable(steps.at(-1)?.title ?? run.state);
      progress.show(`${doing} (${used} of ${run.limits.tokens} tokens)`, used / run.limits.tokens);
      if (!atWork.includes(run.state)) return followed;
      await sleep(pollMs, undefined, { signal });
    }
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    throw new Failure(`${explain(error)} The run continues in the service.`, { cause: error });
  }
}

function sayRun({ run, steps }: Followed, page: string): void {
  for (const { title, kind, detail } of steps) {
    if (kind === "call") continue;
    say(printable(title));
    if (kind === "finish" || kind === "ask") say(...detail.split("\n").map((line) => printable(`  ${line}`)));
  }
  const { inputTokens, outputTokens, cost, currency = "" } = run.usage;
  const spent = cost === undefined ? "" : `, ${cost} ${currency}`.trimEnd();
  say("", `${run.state}: ${inputTokens} tokens in, ${outputTokens} out${spent}`);
  if (run.error) say(printable(run.error.message));
  if (run.state === "waiting") say(`Answer its question: ${page}`);
  if (run.state === "paused")
    say(`Continue it${run.error?.code === "limit" ? " with other limits" : ""}: ${page}`);
  if (run.suggestionId) say(`Review the proposed specs: ${page}`);
}
