import { Command, Option } from "commander";
import type { TasksMode } from "../../../client/src/import/kiro/tasks/types.ts";
import type { ImportOptions } from "../import/run.ts";

interface Options extends ImportOptions {
  tasks: TasksMode;
}

export const importKiro = () =>
  new Command("kiro")
    .description(
      "make plans of Kiro spec folders, or bring them up to date: a spec for each requirement and task",
    )
    .argument("<folder>", "such as .kiro/specs/<feature>, or .kiro/specs for all of them")
    .option("--project <slug>", "the project that gets the plans")
    .addOption(
      new Option("--tasks <which>", "the tasks that become specs: the top-level ones, all, or none")
        .choices(["top", "all", "none"])
        .default("top"),
    )
    .option("--dry-run", "only say what would happen; without a key or a service, what the folder holds")
    .addOption(
      new Option("--theirs", "take the source's text where both sides changed the same lines").conflicts(
        "ours",
      ),
    )
    .option("--ours", "keep the text of the service there, and do not show it again")
    .option(
      "--json",
      "print {plan, outcome, specs, sources, criteria, plans, projectSources, created, updated, unchanged, conflicts, left, notUnderstood}",
    )
    .action(async (folder: string, { tasks, ...options }: Options) => {
      const { runImport } = await import("../import/run.ts");
      const { kiroIn } = await import("../../../client/src/import/kiro/format.ts");
      const { disk } = await import("../import/disk/disk.ts");
      await runImport(kiroIn(disk()), folder, { tasks }, options);
    });
