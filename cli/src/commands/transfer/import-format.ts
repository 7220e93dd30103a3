import { type Command, Option } from "commander";
import { definitionOf, formatIds, formatNames } from "../../../../client/src/import/formats.ts";
import type { Asked } from "../../../../client/src/import/locate.ts";
import { command } from "../../command.ts";
import { flagOf, type Given, readingOf } from "../../import/flags.ts";
import type { ImportOptions } from "../../import/run.ts";

/** Returns the command that imports from a format, or from those that are there, with their options. */
export function importFormat(asked: Asked): Command {
  const ids = asked === "auto" ? formatIds : [asked];
  const { about, path } = asked === "auto" ? auto : definitionOf(asked);
  const made = command(
    asked,
    about,
    `groundplan import ${asked} . --dry-run`,
    `groundplan import ${asked} . --project web`,
  )
    .argument("<path>", path)
    .option("--project <slug>", "the project that gets the plans");
  for (const [name, option] of new Map(ids.flatMap((id) => Object.entries(definitionOf(id).options))))
    made.addOption(flagOf(name, option));
  return made
    .option("--dry-run", "print the changes without making them; offline, list what the folder holds")
    .addOption(
      new Option("--theirs", "take the folder's text where both sides changed the same lines").conflicts(
        "ours",
      ),
    )
    .option("--ours", "keep the service's text there, and stop reporting the conflict")
    .option(
      "--json",
      asked === "auto"
        ? "print {formats}, each with its format and what its own command prints"
        : "print {plan, outcome, specs, sources, criteria, plans, projectSources, created, updated, unchanged, conflicts, left, instructions, notUnderstood}",
    )
    .action(async (given: string, options: ImportOptions & Given) => {
      const { runImport } = await import("../../import/run.ts");
      await runImport(asked, given, (id) => readingOf(id, options), options);
    });
}

const auto = {
  about: `find out the formats of a folder, and import from each: ${formatNames}`,
  path: "a repository, a folder, a file or a zip archive",
};
