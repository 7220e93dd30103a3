import { getToolset, setToolset } from "@groundplan/contract";
import { Argument } from "commander";
import { command } from "../../command.ts";
import { jsonOption } from "../../options.ts";
import { say, sayJson } from "../../output.ts";
import { type Common, openSession } from "../../session.ts";
import { sayTable } from "../../table.ts";

const about = "its id, such as github, as `groundplan connectors` lists it";

export const showTools = () =>
  command(
    "tools",
    "list a connector's tools, and which are on",
    "groundplan connectors tools github --project web",
  )
    .argument("<connector>", about)
    .option("--project <slug>", "as it is in this project")
    .addOption(jsonOption("{connectorId, enabled, tools}"))
    .action(async (connectorId: string, { project, json }: Common) => {
      const { client } = openSession();
      const found = await client.call(getToolset, {
        params: { connectorId },
        query: { projectSlug: project },
      });
      if (json) return sayJson(found);
      say(`${connectorId} is ${found.enabled.effective ? "on" : "off"}.`);
      if (found.tools.length === 0) return;
      sayTable(
        ["TOOL", "ACCESS", "STATE", "ABOUT"],
        found.tools.map(({ name, access, enabled, changed, description }) => [
          name,
          access,
          enabled.effective ? "on" : changed ? "off, changed" : "off",
          description,
        ]),
      );
    });

const switches: Record<string, boolean | null> = { on: true, off: false, clear: null };

export const setTools = () =>
  command(
    "switch",
    "switch a connector or some of its tools on or off",
    "groundplan connectors switch github on",
    "groundplan connectors switch github off create_issue --project web",
  )
    .argument("<connector>", about)
    .addArgument(
      new Argument("<how>", "on, off, or clear for what the workspace has").choices(Object.keys(switches)),
    )
    .argument("[tools...]", "only these tools; the whole connector if omitted")
    .option("--project <slug>", "in this project only")
    .addOption(jsonOption("{connectorId, enabled}"))
    .action(async (connectorId: string, how: string, tools: string[], { project, json }: Common) => {
      const to = switches[how] ?? null;
      const answer = await openSession().client.call(setToolset, {
        params: { connectorId },
        body: {
          projectSlug: project,
          ...(tools.length === 0
            ? { enabled: to }
            : { tools: Object.fromEntries(tools.map((tool) => [tool, to])) }),
        },
      });
      if (json) return sayJson(answer);
      say(
        `${connectorId} is ${answer.enabled.effective ? "on" : "off"}. \`groundplan connectors tools ${connectorId}\` lists its tools.`,
      );
    });
