import {
  deleteProjectSkill,
  deleteSkill,
  exportProjectSkill,
  exportSkill,
  getProjectSkill,
  getSkill,
  listProjectSkills,
  listSkills,
  type Skill,
} from "@groundplan/contract";
import { command } from "../../command.ts";
import { confirm } from "../../confirm.ts";
import { listing } from "../../group.ts";
import { jsonOption, yesOption } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { saveFile } from "../../saved-file.ts";
import { sayList } from "../../say-list.ts";
import { openSession } from "../../session.ts";
import { sayMarkdown } from "../../terminal-markdown/say-markdown.ts";
import { type LevelOptions, levelOf, levelProject, levelWorkspace } from "./level.ts";
import { addSkills } from "./skills-add.ts";

interface Options extends LevelOptions {
  output?: string;
  yes?: true;
  json?: true;
}

const about = "its slug, as `groundplan skills` lists it";

const list = () =>
  command("list", "list the skills that apply", "groundplan skills", "groundplan skills --workspace")
    .addOption(levelProject())
    .addOption(levelWorkspace())
    .addOption(jsonOption("{skills}"))
    .action(async ({ json, ...level }: Options) => {
      const { client, settings } = openSession();
      const projectSlug = levelOf(level, settings);
      const shown = {
        json,
        none: "There are no skills. `groundplan skills add FOLDER` adds some.",
        columns: {
          SKILL: ({ slug }: Skill) => slug,
          FROM: ({ scope }: Skill) => scope,
          DESCRIPTION: ({ description }: Skill) => description,
        },
      };
      await (projectSlug === undefined
        ? sayList(client, listSkills, {}, "skills", shown)
        : sayList(client, listProjectSkills, { params: { projectSlug } }, "skills", shown));
    });

const show = () =>
  command("show", "print a skill", "groundplan skills show write-specs")
    .argument("<skill>", about)
    .addOption(levelProject())
    .addOption(levelWorkspace())
    .addOption(jsonOption("{skill}"))
    .action(async (slug: string, { json, ...level }: Options) => {
      const { client, settings } = openSession();
      const projectSlug = levelOf(level, settings);
      const found =
        projectSlug === undefined
          ? await client.call(getSkill, { params: { slug } })
          : await client.call(getProjectSkill, { params: { projectSlug, slug } });
      if (json) return sayJson(found);
      sayMarkdown(found.skill.markdown);
      for (const { path, bytes } of found.skill.files) say(printable(`${path} (${bytes} bytes)`));
    });

const save = () =>
  command("export", "save a skill with its files as a zip archive", "groundplan skills export write-specs")
    .argument("<skill>", about)
    .option("--output <file>", "the file to write; - is standard output")
    .addOption(levelProject())
    .addOption(levelWorkspace())
    .action(async (slug: string, { output, ...level }: Options) => {
      const { client, settings } = openSession();
      const projectSlug = levelOf(level, settings);
      const file =
        projectSlug === undefined
          ? await client.call(exportSkill, { params: { slug } })
          : await client.call(exportProjectSkill, { params: { projectSlug, slug } });
      await saveFile(file, output ?? `${slug}.zip`);
    });

const remove = () =>
  command(
    "delete",
    "delete a skill, so that the next level's applies",
    "groundplan skills delete write-specs --yes",
  )
    .argument("<skill>", about)
    .addOption(levelProject())
    .addOption(levelWorkspace())
    .addOption(yesOption())
    .addOption(jsonOption("{deleted}"))
    .action(async (slug: string, { yes, json, ...level }: Options) => {
      const { client, settings } = openSession();
      const projectSlug = levelOf(level, settings);
      await confirm(`This deletes the skill ${slug} of ${projectSlug ?? "the workspace"}.`, yes);
      const answer =
        projectSlug === undefined
          ? await client.call(deleteSkill, { params: { slug } })
          : await client.call(deleteProjectSkill, { params: { projectSlug, slug } });
      if (json) return sayJson(answer);
      say(printable(`The skill ${slug} is deleted.`));
    });

export const skills = () =>
  listing("skills", "skills of planners", list(), show(), addSkills(), save(), remove());
