import {
  type ContextSource,
  getContextPack,
  listPlanContext,
  listProjectContext,
  listContext as listWorkspaceContext,
} from "@groundplan/contract";
import { Option } from "commander";
import { command } from "../../command.ts";
import { asPlan } from "../../handles.ts";
import { asCount, jsonOption, projectOption } from "../../options.ts";
import { sayJson } from "../../output.ts";
import { sayList } from "../../say-list.ts";
import { type Common, openSession } from "../../session.ts";
import { sayMarkdown } from "../../terminal-markdown/say-markdown.ts";
import { type LevelOptions, levelOf, levelProject, levelWorkspace } from "./level.ts";

const levels = { TEAM: "workspace", PROJECT: "project", PLAN: "plan" } as const;

export const listContext = () =>
  command(
    "list",
    "list the context sources of a plan, of a project or of the workspace, with those they inherit",
    "groundplan context PLAN-1",
    "groundplan context list --project web",
  )
    .argument("[plan]", "a plan's handle, such as PLAN-1; the project's if omitted", asPlan)
    .addOption(levelProject())
    .addOption(levelWorkspace())
    .addOption(jsonOption("{sources}"))
    .action(async (handle: string | undefined, { json, ...level }: LevelOptions & { json?: true }) => {
      const session = openSession(level.project === undefined ? {} : { project: level.project });
      const shown = {
        json,
        none: "There are no context sources. `groundplan context add FILE` adds some.",
        columns: {
          ID: ({ id }: ContextSource) => id,
          OF: ({ scope }: ContextSource) => levels[scope],
          TOKENS: ({ tokenCount }: ContextSource) => tokenCount,
          FOLDER: ({ folderPath }: ContextSource) => folderPath,
          TITLE: ({ title }: ContextSource) => title,
        },
      };
      const { client } = session;
      if (handle !== undefined)
        return sayList(client, listPlanContext, { params: await session.plan(handle) }, "sources", shown);
      const projectSlug = levelOf(level, session.settings);
      await (projectSlug === undefined
        ? sayList(client, listWorkspaceContext, {}, "sources", shown)
        : sayList(client, listProjectContext, { params: { projectSlug } }, "sources", shown));
    });

interface PackOptions extends Common {
  budget?: number;
  for?: "plan" | "build";
}

export const packContext = () =>
  command(
    "pack",
    "print what a planner should read for a plan, within a budget of tokens",
    "groundplan context pack PLAN-1 --budget 8000",
    "groundplan context pack PLAN-1 --for build > pack.md",
  )
    .argument("<plan>", "its handle, such as PLAN-1", asPlan)
    .option("--budget <tokens>", "the most tokens; 20,000 if omitted", asCount)
    .addOption(
      new Option("--for <purpose>", "to build leaves out formats and skills").choices(["plan", "build"]),
    )
    .addOption(projectOption())
    .addOption(jsonOption("{pack}, which says what was left out"))
    .action(async (handle: string, { budget, for: purpose, ...options }: PackOptions) => {
      const { client, plan } = openSession(options);
      const query = { budget: budget === undefined ? undefined : `${budget}`, for: purpose };
      const found = await client.call(getContextPack, { params: await plan(handle), query });
      if (options.json) return sayJson(found);
      sayMarkdown(found.pack.text);
    });
