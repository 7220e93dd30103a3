import { listPlans as endpoint, type PlanStatus, planStatus } from "@groundplan/contract";
import { Option } from "commander";
import { ownCommand } from "../../../../contract/src/own-command.ts";
import { command } from "../../command.ts";
import { choiceOf, given, jsonOption, wordOf } from "../../options.ts";
import { printable } from "../../output.ts";
import { sayList } from "../../say-list.ts";
import { type Common, openSession } from "../../session.ts";

interface Options extends Common {
  status?: string;
  archived?: true;
  templates?: true;
}

export const listPlans = () =>
  command(
    "list",
    "list the plans of a project",
    "groundplan plan list --project web",
    "groundplan plan list --status building",
  )
    .option("--project <slug>", "the project")
    .addOption(
      new Option("--status <status>", "only plans of this status").choices(planStatus.options.map(choiceOf)),
    )
    .option("--archived", "instead, the archived ones")
    .option("--templates", "instead, the templates")
    .addOption(jsonOption("{plans}"))
    .action(async ({ status, archived, templates, ...options }: Options) => {
      const { client, project } = openSession(options);
      const params = project();
      const query = given({
        status: wordOf<PlanStatus>(status),
        archived: archived && "true",
        template: templates && "true",
      });
      const isWhole = Object.keys(query).length === 0;
      const how = `  ${ownCommand} import auto . --project ${params.projectSlug}`;
      await sayList(client, endpoint, { params, query }, "plans", {
        json: options.json,
        none: isWhole
          ? `${printable(params.projectSlug)} has no plans yet. Bring them in, for example:\n${printable(how)}`
          : "There are no such plans.",
        columns: {
          PLAN: ({ shortId }) => shortId,
          STATUS: ({ statusLabel }) => statusLabel,
          SPECS: ({ specCount }) => specCount,
          NAME: ({ name }) => name,
        },
      });
    });
