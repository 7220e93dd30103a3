import { definitionOf, type FormatId, formatIds } from "../../../../client/src/import/formats.ts";
import { command } from "../../command.ts";
import { flagOf, type Given, readingOf } from "../../import/flags.ts";
import { jsonOption } from "../../options.ts";
import type { SyncOptions } from "../../sync/run.ts";

export function syncFolder() {
  const made = command(
    "sync",
    "keep a folder of any format and its plans in step, both ways",
    "groundplan sync .",
    "groundplan sync . --watch",
  )
    .argument("<path>", "a repository, or the folder of a format")
    .option("--project <slug>", "the project of the plans")
    .option("--markers", "show both sides of conflicts in the files, as git does")
    .option("--watch", "go on, a moment after either side changes")
    .addOption(
      jsonOption("{formats}, each with written, removed and changed, and its conflicts").conflicts("watch"),
    );
  const options = new Map(formatIds.flatMap((id) => Object.entries(definitionOf(id).options)));
  for (const [name, option] of options) made.addOption(flagOf(name, option));
  return made.action(async (path: string, { watch, ...given }: SyncOptions & { watch?: true } & Given) => {
    const reading = (id: FormatId) => readingOf(id, given);
    if (watch) {
      const { watchFolder } = await import("../../sync/watch.ts");
      return watchFolder(path, reading, given);
    }
    const { runSync } = await import("../../sync/run.ts");
    return runSync(path, reading, given);
  });
}
