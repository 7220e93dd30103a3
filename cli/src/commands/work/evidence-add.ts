import { addEvidence, type NewEvidence } from "@groundplan/contract";
import { Option } from "commander";
import { command } from "../../command.ts";
import { exitCodes } from "../../exit-codes.ts";
import { Failure } from "../../failure.ts";
import { specOf } from "../../handles.ts";
import { locatePlan } from "../../locate-plan.ts";
import { asCount } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { connect } from "../../service.ts";
import { readSettings } from "../../settings.ts";

interface Options extends Partial<Record<NewEvidence["kind"], string>> {
  checks?: number;
  result: "passed" | "failed" | "not-run";
  note?: string;
  project?: string;
  json?: true;
}

const kinds = ["run", "commit", "artifact", "review"] as const;

export const evidenceAdd = () =>
  command(
    "add",
    "add evidence that a criterion of a spec is met, or that it isn't",
    "groundplan evidence add PLAN-1/SPEC-2 AC-1 --run https://ci.example.com/812 --checks 12",
  )
    .argument("<spec>", "such as PLAN-1/SPEC-2")
    .argument("<criterion>", "its label, such as AC-1, or its number")
    .option("--run <ref>", "a run, such as its address; one that passed needs --checks")
    .option("--commit <ref>", "a commit")
    .option("--artifact <ref>", "an artifact, such as a report's address")
    .option("--review <ref>", "a review")
    .option("--checks <number>", "the assertions of the run", asCount)
    .addOption(
      new Option("--result <result>", "how it went")
        .choices(["passed", "failed", "not-run"])
        .default("passed"),
    )
    .option("--note <text>", "what the reader should know")
    .option("--project <slug>", "the project; found by the plan's handle if omitted")
    .option("--json", "print {evidence, open}")
    .action(async (spec: string, criterion: string, options: Options) => {
      const given = kinds.flatMap((kind) => {
        const ref = options[kind];
        return ref === undefined ? [] : [{ kind, ref }];
      });
      const [shown] = given;
      if (!shown || given.length > 1)
        throw new Failure("Name one of --run, --commit, --artifact and --review.", {
          exitCode: exitCodes.usage,
        });
      const { planShortId, specShortId } = specOf([spec]);
      const settings = readSettings();
      const client = connect(settings);
      const plan = await locatePlan(client, planShortId, options.project ?? settings.project);
      const { checks, note } = options;
      const evidence: NewEvidence = {
        ...shown,
        criterion: /^\d+$/.test(criterion) ? Number(criterion) : criterion,
        result: options.result === "not-run" ? "not_run" : options.result,
        ...(checks === undefined ? {} : { checks }),
        ...(note === undefined ? {} : { note }),
      };
      const params = { ...plan, specShortId };
      const answer = await client.call(addEvidence, { params, body: { evidence: [evidence] } });
      if (options.json) return sayJson(answer);
      say(
        printable(
          answer.open.length === 0
            ? "Every criterion of the spec is proven."
            : `Still open: ${answer.open.join(", ")}.`,
        ),
      );
    });
