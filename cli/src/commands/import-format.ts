import { Command, Option } from "commander";
import type { Files } from "../../../client/src/import/files.ts";
import type { Format } from "../../../client/src/import/format.ts";
import { definitionOf, type FormatId } from "../../../client/src/import/formats.ts";
import type { ImportOptions } from "../import/run.ts";

const readers: Record<FormatId, () => Promise<(files: Files) => Format>> = {
  kiro: async () => (await import("../../../client/src/import/kiro/format.ts")).kiroIn,
};

/** Returns the command that imports from a format, with the format's options. */
export function importFormat(id: FormatId): Command {
  const { about, path, options: own } = definitionOf(id);
  const command = new Command(id)
    .description(about)
    .argument("<folder>", path)
    .option("--project <slug>", "the project that gets the plans");
  for (const [name, { about, choices, standard }] of Object.entries(own))
    command.addOption(new Option(`--${name} <which>`, about).choices(Object.keys(choices)).default(standard));
  return command
    .option("--dry-run", "print the changes without making them; offline, list what the folder holds")
    .addOption(
      new Option("--theirs", "take the folder's text where both sides changed the same lines").conflicts(
        "ours",
      ),
    )
    .option("--ours", "keep the service's text there, and stop reporting the conflict")
    .option(
      "--json",
      "print {plan, outcome, specs, sources, criteria, plans, projectSources, created, updated, unchanged, conflicts, left, notUnderstood}",
    )
    .action(async (folder: string, options: ImportOptions & Record<string, string>) => {
      const { runImport } = await import("../import/run.ts");
      const formatIn = await readers[id]();
      const { disk } = await import("../import/disk/disk.ts");
      const reading = Object.fromEntries(Object.keys(own).map((name) => [name, options[name] ?? ""]));
      await runImport(formatIn(disk()), folder, reading, options);
    });
}
