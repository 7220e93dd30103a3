import { exportFormat } from "@groundplan/contract";
import { Argument } from "commander";
import { command } from "../../command.ts";
import { asPlan } from "../../handles.ts";

export const exportPlanTo = () =>
  command(
    "export",
    "write a plan with its sub-plans into a folder, in a format",
    "groundplan export openspec PLAN-1 .",
    "groundplan export markdown PLAN-1 backup --force",
  )
    .addArgument(new Argument("<format>", "the format").choices(exportFormat.options))
    .argument("<plan>", "its handle, such as PLAN-1", asPlan)
    .argument("<path>", "the folder, such as the repository; it is made if it is missing")
    .option("--project <slug>", "the project; found by the handle if omitted")
    .option("--force", "overwrite files that differ")
    .option("--dry-run", "list the files without writing them")
    .option("--json", "print {files, notes}, the files with their states")
    .action(async (format: string, plan: string, path: string, options: ExportOptions) => {
      const { runExport } = await import("../../export/run.ts");
      await runExport(exportFormat.parse(format), plan, path, options);
    });

interface ExportOptions {
  project?: string;
  force?: true;
  dryRun?: true;
  json?: true;
}
