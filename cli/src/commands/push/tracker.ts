import {
  getProjectTracker,
  type Provider,
  type Reply,
  setProjectTracker,
  type TrackerDetail,
  trackerDetail,
} from "@groundplan/contract";
import { Argument, Option } from "commander";
import { command } from "../../command.ts";
import { exitCodes } from "../../exit-codes.ts";
import { Failure } from "../../failure.ts";
import { listing } from "../../group.ts";
import { jsonOption } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { type Common, openSession } from "../../session.ts";
import { trackerName, trackers } from "../../trackers.ts";

interface Options extends Common {
  team?: string;
  key?: string;
  repository?: string;
  references?: "neutral" | "live";
  statuses?: "off" | "close" | "all";
  details?: (TrackerDetail | "none")[];
  field?: string[];
}

type Tracker = Reply<typeof getProjectTracker>["tracker"];

const projectOption = () => new Option("--project <slug>", "the project");

const show = () =>
  command("show", "show where a project's plans are pushed to", "groundplan tracker --project web")
    .addOption(projectOption())
    .addOption(jsonOption("{tracker, statusesChosen, detailsChosen}"))
    .action(async (options: Common) => {
      const { client, project } = openSession(options);
      const found = await client.call(getProjectTracker, { params: project() });
      if (options.json) return sayJson(found);
      sayTracker(found.tracker);
    });

const set = () =>
  command(
    "set",
    "choose where a project's plans are pushed to",
    "groundplan tracker set github --repository acme/web --project web",
    "groundplan tracker set linear --team ENG",
    "groundplan tracker set jira --key WEB --statuses close",
    "groundplan tracker set linear --team ENG --details assignee dueDate",
  )
    .addArgument(new Argument("<tracker>", "one that is connected").choices(Object.keys(trackers)))
    .addOption(new Option("--repository <owner/name>", "GitHub's repository").conflicts(["team", "key"]))
    .addOption(new Option("--team <key>", "Linear's team, such as ENG").conflicts("key"))
    .option("--key <key>", "Jira's project, such as WEB")
    .addOption(
      new Option("--references <how>", "whether #12 in a text has an effect there").choices([
        "neutral",
        "live",
      ]),
    )
    .addOption(
      new Option(
        "--statuses <how>",
        "whether a push closes issues of done specs, or sets all statuses",
      ).choices(["off", "close", "all"]),
    )
    .addOption(
      new Option(
        "--details <which...>",
        "what else a push sends of specs, as far as the tracker has it",
      ).choices([...trackerDetail.options, "none"]),
    )
    .option("--field <id=value...>", "values of fields that the tracker requires")
    .addOption(projectOption())
    .addOption(jsonOption("{tracker}"))
    .action(async (name: string, { references, statuses, details, field, ...options }: Options) => {
      const { client, project } = openSession(options);
      const body = {
        provider: trackers[name] as Provider,
        target: targetOf(options),
        references,
        statuses,
        details: details?.filter((detail) => detail !== "none"),
        fields: field && Object.fromEntries(field.map(pairOf)),
      };
      const saved = await client.call(setProjectTracker, { params: project(), body });
      if (options.json) return sayJson(saved);
      sayTracker(saved.tracker);
    });

export const tracker = () => listing("tracker", "the tracker of a project", show(), set());

function targetOf({ repository, team, key }: Options) {
  if (repository !== undefined) return { repository };
  if (team !== undefined) return { teamKey: team };
  if (key !== undefined) return { projectKey: key };
  throw new Failure("Say where to push to: --repository, --team or --key.", { exitCode: exitCodes.usage });
}

function pairOf(pair: string): [string, string] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(pair) ?? [];
  if (name === undefined || value === undefined)
    throw new Failure(`"${pair}" is no field. Write id=value.`, { exitCode: exitCodes.usage });
  return [name, value];
}

function sayTracker({ provider, target, references, statuses, details }: Tracker): void {
  if (provider === null || target === null) {
    say("The project has no tracker. `groundplan tracker set` chooses one.");
    return;
  }
  say(
    printable(`${trackerName(provider)}: ${Object.values(target).join(" ")}`),
    `references in texts: ${references}, statuses: ${statuses}, details: ${details.join(" ") || "none"}`,
  );
}
