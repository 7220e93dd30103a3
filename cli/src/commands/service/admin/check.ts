import { command } from "../../../command.ts";
import { exitCodes } from "../../../exit-codes.ts";
import { Failure } from "../../../failure.ts";
import { say, sayJson } from "../../../output.ts";
import { administer } from "./administer.ts";

export const check = () =>
  command("check", "check that the database is undamaged and its history unchanged", "groundplan admin check")
    .option("--json", "print {ok, problems, workspaces, events}")
    .action(async ({ json }: { json?: true }) => {
      const report = await administer(json, (admin) => admin.adminCheck(process.env));
      if (json) sayJson(report);
      if (!report.ok) {
        if (json) process.exitCode = exitCodes.failure;
        else throw new Failure("Something is wrong:", { parts: report.problems });
      } else if (!json)
        say(`Everything is right. Checked workspaces: ${report.workspaces}, events: ${report.events}.`);
    });
