import { listProjects as endpoint } from "@groundplan/contract";
import { command } from "../../command.ts";
import { jsonOption } from "../../options.ts";
import { sayList } from "../../say-list.ts";
import { openSession } from "../../session.ts";

export const listProjects = () =>
  command("list", "list the projects of the workspace", "groundplan project list")
    .option("--deleted", "instead, the deleted ones that can be restored")
    .addOption(jsonOption("{projects}"))
    .action(async ({ deleted, json }: { deleted?: true; json?: true }) => {
      const query = deleted ? { archived: "true" } : {};
      await sayList(openSession().client, endpoint, { query }, "projects", {
        json,
        none: deleted
          ? "No deleted project can be restored."
          : "There are no projects yet. Make one with `groundplan project create NAME`.",
        columns: { SLUG: ({ slug, id }) => slug ?? id, NAME: ({ name }) => name },
      });
    });
