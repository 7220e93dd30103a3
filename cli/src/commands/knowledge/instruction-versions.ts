import {
  getInstructionVersion,
  getProjectInstructionVersion,
  listInstructionVersions,
  listProjectInstructionVersions,
  restoreInstructionVersion,
  restoreProjectInstructionVersion,
} from "@groundplan/contract";
import { command } from "../../command.ts";
import { asCount, jsonOption } from "../../options.ts";
import { say, sayJson } from "../../output.ts";
import { openSession } from "../../session.ts";
import { sayTable } from "../../table.ts";
import { sayMarkdown } from "../../terminal-markdown/say-markdown.ts";
import { type LevelOptions, levelOf, levelProject, levelWorkspace } from "./level.ts";

interface Options extends LevelOptions {
  json?: true;
}

export const instructionVersions = () =>
  command(
    "versions",
    "list the last versions of the instructions, the newest first, or print one",
    "groundplan instructions versions",
    "groundplan instructions versions 3",
  )
    .argument("[version]", "the number of the version to print", asCount)
    .addOption(levelProject())
    .addOption(levelWorkspace())
    .addOption(jsonOption("{scope, versions}, or {version}"))
    .action(async (version: number | undefined, { json, ...level }: Options) => {
      const { client, settings } = openSession();
      const projectSlug = levelOf(level, settings);
      if (version !== undefined) {
        const seq = `${version}`;
        const found =
          projectSlug === undefined
            ? await client.call(getInstructionVersion, { params: { seq } })
            : await client.call(getProjectInstructionVersion, { params: { projectSlug, seq } });
        if (json) return sayJson(found);
        return sayMarkdown(found.version.markdown);
      }
      const query = { limit: "200" };
      const found =
        projectSlug === undefined
          ? await client.call(listInstructionVersions, { query })
          : await client.call(listProjectInstructionVersions, { params: { projectSlug }, query });
      if (json) return sayJson(found);
      if (found.versions.length === 0) return say("There are no versions.");
      sayTable(
        ["VERSION", "WHEN", "WHO", "HOW", "MESSAGE"],
        found.versions.map(({ seq, createdAt, actor, op, message }) => [
          `${seq}`,
          createdAt,
          actor,
          op,
          message,
        ]),
      );
    });

export const restoreInstructions = () =>
  command("restore", "make an earlier version the current one", "groundplan instructions restore 3")
    .argument("<version>", "as `groundplan instructions versions` lists it", asCount)
    .addOption(levelProject())
    .addOption(levelWorkspace())
    .addOption(jsonOption("{instructions}"))
    .action(async (version: number, { json, ...level }: Options) => {
      const { client, settings } = openSession();
      const projectSlug = levelOf(level, settings);
      const seq = `${version}`;
      const restored =
        projectSlug === undefined
          ? await client.call(restoreInstructionVersion, { params: { seq } })
          : await client.call(restoreProjectInstructionVersion, { params: { projectSlug, seq } });
      if (json) return sayJson(restored);
      say(`The instructions are those of version ${version} again.`);
    });
