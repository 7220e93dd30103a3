import { basename } from "node:path";
import { importProjectSkills, importSkills } from "@groundplan/contract";
import { Option } from "commander";
import { command } from "../../command.ts";
import { filesOf, uploadsOf } from "../../folder-files.ts";
import { jsonOption } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { openSession } from "../../session.ts";
import { type LevelOptions, levelOf, levelProject, levelWorkspace } from "./level.ts";

interface Options extends LevelOptions {
  onConflict?: "error" | "replace" | "keep_both" | "skip";
  json?: true;
}

export const addSkills = () =>
  command(
    "add",
    "add the skills of a folder, a zip archive or a SKILL.md",
    "groundplan skills add .claude/skills --project web",
    "groundplan skills add skills.zip --on-conflict replace",
  )
    .argument("<path>", "a folder with a folder for each skill, or of one skill")
    .addOption(levelProject())
    .addOption(levelWorkspace())
    .addOption(
      new Option("--on-conflict <how>", "when a skill exists").choices([
        "error",
        "replace",
        "keep_both",
        "skip",
      ]),
    )
    .addOption(jsonOption("{skills, problems}"))
    .action(async (path: string, { onConflict, json, ...level }: Options) => {
      const { client, settings } = openSession();
      const projectSlug = levelOf(level, settings);
      const files = await filesOf(path);
      const { zipFiles } = await import("../../zip-files.ts");
      const file = path.endsWith(".zip")
        ? await uploadsOf(files)
        : [await zipFiles(files, `${basename(path)}.zip`)];
      const body = { file, onConflict };
      const added =
        projectSlug === undefined
          ? await client.call(importSkills, { body })
          : await client.call(importProjectSkills, { params: { projectSlug }, body });
      if (json) return sayJson(added);
      for (const { slug, result } of added.skills) say(printable(`${slug}: ${result}`));
      for (const { path: entry, message } of added.problems) say(printable(`${entry}: ${message}`));
    });
