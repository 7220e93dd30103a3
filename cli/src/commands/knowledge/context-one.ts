import {
  deletePlanSource,
  deleteProjectSource,
  deleteSource,
  findSource,
  refreshPlanSource,
  refreshProjectSource,
  refreshSource,
} from "@groundplan/contract";
import type { Command } from "commander";
import { command } from "../../command.ts";
import { confirm } from "../../confirm.ts";
import { asPlan } from "../../handles.ts";
import { jsonOption, yesOption } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { openSession } from "../../session.ts";
import { sayMarkdown } from "../../terminal-markdown/say-markdown.ts";
import { type LevelOptions, levelOf, levelProject, levelWorkspace } from "./level.ts";

interface Options extends LevelOptions {
  plan?: string;
  yes?: true;
  json?: true;
}

const about = "its id, as `groundplan context` lists it";

export const showContext = () =>
  command("show", "print the text of a context source", "groundplan context show ID")
    .argument("<source>", about)
    .addOption(jsonOption("{source}"))
    .action(async (sourceId: string, { json }: Options) => {
      const found = await openSession().client.call(findSource, { params: { sourceId } });
      if (json) return sayJson(found);
      sayMarkdown(found.source.text ?? "");
    });

const ofLevel = (made: Command) =>
  made
    .argument("<source>", about)
    .option("--plan <plan>", "the plan that it is of", asPlan)
    .addOption(levelProject())
    .addOption(levelWorkspace());

/** Returns what the endpoints of all levels need to find a source. */
async function placeOf(sourceId: string, { plan, ...level }: Options) {
  const session = openSession(level.project === undefined ? {} : { project: level.project });
  const projectSlug = levelOf(level, session.settings);
  return {
    client: session.client,
    ofPlan: plan === undefined ? undefined : { ...(await session.plan(plan)), sourceId },
    ofProject: projectSlug === undefined ? undefined : { projectSlug, sourceId },
    ofWorkspace: { sourceId },
  };
}

export const refreshContext = () =>
  ofLevel(
    command(
      "refresh",
      "read the page of a context source again",
      "groundplan context refresh ID --project web",
    ),
  )
    .addOption(jsonOption("{source}"))
    .action(async (sourceId: string, { json, ...options }: Options) => {
      const { client, ofPlan, ofProject, ofWorkspace } = await placeOf(sourceId, options);
      const read = ofPlan
        ? await client.call(refreshPlanSource, { params: ofPlan })
        : ofProject
          ? await client.call(refreshProjectSource, { params: ofProject })
          : await client.call(refreshSource, { params: ofWorkspace });
      if (json) return sayJson(read);
      say(printable(`${read.source.title} has ${read.source.tokenCount} tokens.`));
    });

export const deleteContext = () =>
  ofLevel(command("delete", "delete a context source", "groundplan context delete ID --project web --yes"))
    .addOption(yesOption())
    .addOption(jsonOption("{deleted}"))
    .action(async (sourceId: string, { yes, json, ...options }: Options) => {
      const { client, ofPlan, ofProject, ofWorkspace } = await placeOf(sourceId, options);
      await confirm("This deletes the context source for good.", yes);
      const answer = ofPlan
        ? await client.call(deletePlanSource, { params: ofPlan })
        : ofProject
          ? await client.call(deleteProjectSource, { params: ofProject })
          : await client.call(deleteSource, { params: ofWorkspace });
      if (json) return sayJson(answer);
      say("The context source is deleted.");
    });
