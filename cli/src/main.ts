import { version } from "@groundplan/contract";
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

/** The command `groundplan`. An expected failure prints its sentence on standard error and ends with 1. */
export async function main(argv: string[]): Promise<void> {
  // A reader that has seen enough, such as `head`, closes the pipe: no failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
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
  try {
    await program.parseAsync(argv);
  } catch (error) {
    const sentence = explain(error);
    if (sentence === undefined) throw error;
    process.stderr.write(`${sentence}\n`);
    process.exitCode = 1;
  }
}
