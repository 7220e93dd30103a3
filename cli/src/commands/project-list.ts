import { listProjects as endpoint } from "@groundplan/contract";
import { Command } from "commander";
import { say, sayJson } from "../output.ts";
import { connect } from "../service.ts";
import { readSettings } from "../settings.ts";
import { sayTable } from "../table.ts";

export const listProjects = () =>
  new Command("list")
    .description("list the projects of the workspace")
    .option("--json", "print {projects}")
    .action(async ({ json }: { json?: true }) => {
      const pages = connect(readSettings()).pages(endpoint, {}, "projects");
      const projects = await Array.fromAsync(pages);
      if (json) return sayJson({ projects });
      if (projects.length === 0)
        return say("There are no projects yet. Make one with `groundplan project create NAME`.");
      sayTable(
        ["SLUG", "NAME"],
        projects.map(({ slug, id, name }) => [slug ?? id, name]),
      );
    });
