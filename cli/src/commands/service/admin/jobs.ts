import { command } from "../../../command.ts";
import { printable, say, sayJson } from "../../../output.ts";
import { administer } from "./administer.ts";

export const jobs = () =>
  command("jobs", "list the jobs that are waiting, running or given up", "groundplan admin jobs")
    .option("--json", "print {jobs}")
    .action(async ({ json }: { json?: true }) => {
      const report = await administer(json, (admin) => admin.adminJobs(process.env));
      if (json) return sayJson(report);
      if (report.jobs.length === 0) return say("No job waits, runs or was given up.");
      for (const { runAt, state, attempts, kind, lastError } of report.jobs) {
        const failure = lastError === null ? "" : `: ${lastError}`;
        say(printable(`${runAt}  ${state}  ${kind}, tries: ${attempts}${failure}`));
      }
    });
