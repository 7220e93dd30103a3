import { version } from "@groundplan/contract";
import { type Command, CommanderError } from "commander";
import { admin } from "./commands/admin.ts";
import { importKiro } from "./commands/import-kiro.ts";
import { listPlans } from "./commands/plan-list.ts";
import { createProject } from "./commands/project-create.ts";
import { push } from "./commands/push.ts";
import { serve } from "./commands/serve.ts";
import { explain } from "./failure.ts";
import { group } from "./group.ts";

const environment = `
The commands that talk to a service read:
  GROUNDPLAN_URL      its address (http://localhost:4500 unless set)
  GROUNDPLAN_API_KEY  a key, as \`groundplan admin key create\` makes it`;

/**
 * Runs the command `groundplan`. An expected failure prints its sentence on standard error and ends with exit code 1.
 */
export async function main(argv: string[]): Promise<void> {
  process.stdout.on("error", endWithoutOutput);
  const program = group(
    "groundplan",
    "Plans for people and their coding agents, pushed to your tracker exactly once.",
    serve(),
    admin(),
    group("import", "bring plans from elsewhere", importKiro()),
    push(),
    group("project", "projects", createProject()),
    group("plan", "plans", listPlans()),
  )
    .version(version)
    .addHelpText("after", environment);
  endByThrowing(program);
  try {
    await program.parseAsync(argv);
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode;
      return;
    }
    const sentence = explain(error);
    if (sentence === undefined) throw error;
    process.stderr.write(`${sentence}\n`);
    process.exitCode = 1;
  }
}

function endWithoutOutput({ code, message }: NodeJS.ErrnoException): void {
  // A reader that has seen enough, such as `head`, closes the pipe. That is no failure.
  if (code === "EPIPE") process.exit();
  process.stderr.write(
    `Standard output can't be written (${code ?? message}). Check where it goes and the disk there.\n`,
  );
  process.exit(1);
}

/**
 * Throws instead of exiting after `--help`, `--version` and wrong options, so that the output is written before the
 * process ends.
 */
function endByThrowing(command: Command): void {
  command.exitOverride();
  command.commands.forEach(endByThrowing);
}
