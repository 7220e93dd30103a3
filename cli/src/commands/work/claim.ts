import { type Claim, completeClaim, releaseClaim, takeClaim } from "@groundplan/contract";
import type { Client } from "../../../../client/src/index.ts";
import { command } from "../../command.ts";
import { exitCodes } from "../../exit-codes.ts";
import { Failure } from "../../failure.ts";
import { asPlan, specOf } from "../../handles.ts";
import { asCount, asGrade } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { connect } from "../../service.ts";
import { readSettings } from "../../settings.ts";
import { runUnderClaim } from "../../work/run-under-claim.ts";
import { completed, sayHeld, sayHowToEnd, specOfClaim } from "../../work/say-claim.ts";
import { withBrief } from "../../work/with-brief.ts";

interface Options {
  project?: string;
  all?: true;
  plan?: string;
  effort?: number;
  readiness?: number;
  minutes?: number;
  agent?: string;
  budget?: number;
  done?: true;
  json?: true;
}

export const claim = () =>
  command(
    "claim",
    "claim a spec to work on, and run a command under the claim",
    'groundplan claim --plan PLAN-1 --agent "Coder 1"',
    "groundplan claim PLAN-1/SPEC-2",
    "groundplan claim --done -- make test",
  )
    .argument("[spec]", "such as PLAN-1/SPEC-2; otherwise the service chooses one that can be started")
    .argument(
      "[command...]",
      "after --: gets GROUNDPLAN_CLAIM, GROUNDPLAN_SPEC and GROUNDPLAN_BRIEF, a file, and its exit code is ours",
    )
    .option("--project <slug>", "choose among the specs of this project")
    .option("--all", "choose among all projects, even if the environment or the folder names one")
    .option("--plan <plan>", "choose among the specs of this plan", asPlan)
    .option("--effort <number>", "choose among specs of this effort (1 to 5) or less", asGrade)
    .option(
      "--readiness <number>",
      "choose among specs of this readiness (1 to 5) or better; 4 if omitted",
      asGrade,
    )
    .option("--minutes <number>", "the lease, 1 to 480; 30 if omitted", asCount)
    .option("--agent <name>", "the name of the agent, shown to people")
    .option("--budget <tokens>", "the most tokens of the brief, 500 to 50,000; 4,000 if omitted", asCount)
    .option("--done", "complete the claim when the command succeeds")
    .option("--json", "print {claim, brief}; without a command only")
    .action(async (first: string | undefined, rest: string[], options: Options) => {
      const words = [...(first === undefined ? [] : [first]), ...rest];
      if (first !== undefined) refuseOddHandle(first);
      const isNamed = first !== undefined && namesSpec(first);
      const command = isNamed ? rest : words;
      const settings = readSettings();
      const client = connect(settings);
      const isRead = command.length > 0 || options.json;
      const project = options.project ?? (options.all ? undefined : settings.project);
      const body = bodyOf(
        isNamed ? first : undefined,
        Object.assign({}, options, { project }),
        isRead ? {} : { budget: 0 },
      );
      const { claim, brief } = await client.call(takeClaim, { body });
      if (command.length > 0)
        return runAndEnd(client, claim, command, { brief: brief?.text ?? "", done: options.done ?? false });
      if (options.json) return sayJson({ claim, brief });
      sayHeld(claim);
    });

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Tells a spec from the first word of a command. */
const namesSpec = (word: string): boolean => id.test(word) || /^(plan-)?\d+\/(spec-)?\d+$/i.test(word);

/** The beginning of a handle, which no command has. */
const handle = /^(?:plan|spec)-\d|^\d+(?:\/|$)/i;

/** Throws for a word that was meant as a spec: it must neither claim another one nor be run. */
function refuseOddHandle(word: string): void {
  if (namesSpec(word) || !handle.test(word)) return;
  throw new Failure(`${printable(word)} is no spec. Write one like PLAN-1/SPEC-2; a command goes after --.`, {
    exitCode: exitCodes.usage,
  });
}

function bodyOf(
  spec: string | undefined,
  { project: projectSlug, plan: planShortId, effort: maxEffort, readiness: minReadiness, ...lease }: Options,
  usual: { budget?: number },
) {
  const { minutes, agent, budget = usual.budget } = lease;
  const held = {
    ...(minutes === undefined ? {} : { minutes }),
    ...(agent === undefined ? {} : { agent }),
    ...(budget === undefined ? {} : { budget }),
  };
  if (spec !== undefined && id.test(spec)) return { ...held, spec };
  if (spec !== undefined) {
    const { planShortId: plan, specShortId } = specOf([spec]);
    return { ...held, spec: `${plan}/${specShortId}` };
  }
  return {
    ...held,
    ...(projectSlug === undefined ? {} : { projectSlug }),
    ...(planShortId === undefined ? {} : { planShortId }),
    ...(maxEffort === undefined ? {} : { maxEffort }),
    ...(minReadiness === undefined ? {} : { minReadiness }),
  };
}

/** Runs the command; a failure or an interruption releases the claim, a success keeps or completes it. */
async function runAndEnd(
  client: Client,
  claim: Claim,
  command: readonly string[],
  { brief, done }: { brief: string; done: boolean },
): Promise<void> {
  const params = { claimId: claim.id };
  const release = () => client.call(releaseClaim, { params }).catch(() => null);
  const run = (env: Record<string, string>) => runUnderClaim(client, claim, command, env);
  const ended = await withBrief(brief, run).catch(async (error: unknown) => {
    await release();
    throw error;
  });
  if (ended.why === "lost") {
    process.stderr.write(`The claim of ${specOfClaim(claim)} was lost, so the command was stopped.\n`);
    process.exitCode = exitCodes.forbidden;
    return;
  }
  if (ended.why === "interrupted" || ended.code !== 0) {
    await release();
    process.stderr.write(`${specOfClaim(claim)} was released.\n`);
    process.exitCode = ended.why === "interrupted" ? exitCodes.interrupted : ended.code;
    return;
  }
  if (done) {
    return say(completed(await client.call(completeClaim, { params })));
  }
  say(`${specOfClaim(claim)} is still claimed.`);
  sayHowToEnd(claim);
}
