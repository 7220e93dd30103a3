import {
  deleteInstructions,
  deleteProjectInstructions,
  getInstructions,
  getProjectInstructions,
  putInstructions,
  putProjectInstructions,
} from "@groundplan/contract";
import { readText } from "../../api/read-input.ts";
import { command } from "../../command.ts";
import { confirm } from "../../confirm.ts";
import { listing } from "../../group.ts";
import { jsonOption, yesOption } from "../../options.ts";
import { say, sayJson } from "../../output.ts";
import { openSession } from "../../session.ts";
import { sayMarkdown } from "../../terminal-markdown/say-markdown.ts";
import { instructionVersions, restoreInstructions } from "./instruction-versions.ts";
import { type LevelOptions, levelOf, levelProject, levelWorkspace } from "./level.ts";
import { acceptProposal, listProposals, propose, rejectProposal, withdrawProposal } from "./proposals.ts";

interface Options extends LevelOptions {
  message?: string;
  yes?: true;
  json?: true;
}

const show = () =>
  command(
    "show",
    "print the instructions that apply",
    "groundplan instructions",
    "groundplan instructions --workspace",
  )
    .addOption(levelProject())
    .addOption(levelWorkspace())
    .addOption(jsonOption("{instructions}"))
    .action(async ({ json, ...level }: Options) => {
      const { client, settings } = openSession();
      const projectSlug = levelOf(level, settings);
      const found =
        projectSlug === undefined
          ? await client.call(getInstructions, {})
          : await client.call(getProjectInstructions, { params: { projectSlug } });
      if (json) return sayJson(found);
      if (found.instructions.markdown.trim() === "")
        return say("There are no instructions yet. `groundplan instructions set FILE` writes them.");
      sayMarkdown(found.instructions.markdown);
    });

const set = () =>
  command(
    "set",
    "write the instructions, for who decides about them",
    "groundplan instructions set rules.md --project web",
  )
    .argument("<file>", "the text, in markdown; - reads standard input")
    .option("--message <text>", "what changes and why")
    .addOption(levelProject())
    .addOption(levelWorkspace())
    .addOption(jsonOption("{instructions}"))
    .action(async (file: string, { message, json, ...level }: Options) => {
      const { client, settings } = openSession();
      const projectSlug = levelOf(level, settings);
      const body = { markdown: await readText(file), message };
      const saved =
        projectSlug === undefined
          ? await client.call(putInstructions, { body })
          : await client.call(putProjectInstructions, { params: { projectSlug }, body });
      if (json) return sayJson(saved);
      say(`The instructions of the ${saved.instructions.scope} are saved.`);
    });

const remove = () =>
  command(
    "delete",
    "delete the instructions; versions stay",
    "groundplan instructions delete --project web --yes",
  )
    .addOption(levelProject())
    .addOption(levelWorkspace())
    .addOption(yesOption())
    .addOption(jsonOption("{deleted}"))
    .action(async ({ yes, json, ...level }: Options) => {
      const { client, settings } = openSession();
      const projectSlug = levelOf(level, settings);
      await confirm(`This deletes the instructions of ${projectSlug ?? "the workspace"}.`, yes);
      const answer =
        projectSlug === undefined
          ? await client.call(deleteInstructions, {})
          : await client.call(deleteProjectInstructions, { params: { projectSlug } });
      if (json) return sayJson(answer);
      say("The instructions are deleted. `groundplan instructions restore VERSION` brings them back.");
    });

export const instructions = () =>
  listing(
    "instructions",
    "instructions to planners",
    show(),
    set(),
    remove(),
    propose(),
    listProposals(),
    acceptProposal(),
    rejectProposal(),
    withdrawProposal(),
    instructionVersions(),
    restoreInstructions(),
  );
