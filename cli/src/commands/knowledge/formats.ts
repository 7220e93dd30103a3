import {
  deleteFormat,
  deleteProjectFormat,
  type Format,
  formatKind,
  getFormat,
  getProjectFormat,
  listFormats,
  listProjectFormats,
  putFormat,
  putProjectFormat,
} from "@groundplan/contract";
import { Argument } from "commander";
import { readText } from "../../api/read-input.ts";
import { command } from "../../command.ts";
import { listing } from "../../group.ts";
import { jsonOption } from "../../options.ts";
import { say, sayJson } from "../../output.ts";
import { sayList } from "../../say-list.ts";
import { openSession } from "../../session.ts";
import { sayMarkdown } from "../../terminal-markdown/say-markdown.ts";
import { type LevelOptions, levelOf, levelProject, levelWorkspace } from "./level.ts";

interface Options extends LevelOptions {
  json?: true;
}

const kind = () =>
  new Argument("<kind>", "spec, or epic for the descriptions of plans").choices(formatKind.options);

const list = () =>
  command("list", "list the formats that apply", "groundplan formats", "groundplan formats --workspace")
    .addOption(levelProject())
    .addOption(levelWorkspace())
    .addOption(jsonOption("{formats}"))
    .action(async ({ json, ...level }: Options) => {
      const { client, settings } = openSession();
      const projectSlug = levelOf(level, settings);
      const shown = {
        json,
        none: "There are no formats.",
        columns: {
          KIND: ({ kind: of }: Format) => of,
          FROM: ({ tier }: Format) => tier,
          BEGINS: ({ markdown }: Format) => markdown.trim().split("\n")[0],
        },
      };
      await (projectSlug === undefined
        ? sayList(client, listFormats, {}, "formats", shown)
        : sayList(client, listProjectFormats, { params: { projectSlug } }, "formats", shown));
    });

const show = () =>
  command("show", "print a format", "groundplan formats show spec")
    .addArgument(kind())
    .addOption(levelProject())
    .addOption(levelWorkspace())
    .addOption(jsonOption("{format}"))
    .action(async (of: string, { json, ...level }: Options) => {
      const { client, settings } = openSession();
      const projectSlug = levelOf(level, settings);
      const found =
        projectSlug === undefined
          ? await client.call(getFormat, { params: { kind: of } })
          : await client.call(getProjectFormat, { params: { projectSlug, kind: of } });
      if (json) return sayJson(found);
      sayMarkdown(found.format.markdown);
    });

const set = () =>
  command("set", "write a format", "groundplan formats set spec spec-format.md --project web")
    .addArgument(kind())
    .argument("<file>", "the format, in markdown; - reads standard input")
    .addOption(levelProject())
    .addOption(levelWorkspace())
    .addOption(jsonOption("{format}"))
    .action(async (of: string, file: string, { json, ...level }: Options) => {
      const { client, settings } = openSession();
      const projectSlug = levelOf(level, settings);
      const body = { markdown: await readText(file) };
      const saved =
        projectSlug === undefined
          ? await client.call(putFormat, { params: { kind: of }, body })
          : await client.call(putProjectFormat, { params: { projectSlug, kind: of }, body });
      if (json) return sayJson(saved);
      say(`The format of the ${saved.format.tier} for ${of} is saved.`);
    });

const remove = () =>
  command(
    "delete",
    "delete a format, so that the next level's applies",
    "groundplan formats delete spec --project web",
  )
    .addArgument(kind())
    .addOption(levelProject())
    .addOption(levelWorkspace())
    .addOption(jsonOption("{deleted}"))
    .action(async (of: string, { json, ...level }: Options) => {
      const { client, settings } = openSession();
      const projectSlug = levelOf(level, settings);
      const answer =
        projectSlug === undefined
          ? await client.call(deleteFormat, { params: { kind: of } })
          : await client.call(deleteProjectFormat, { params: { projectSlug, kind: of } });
      if (json) return sayJson(answer);
      say(`The format for ${of} is deleted.`);
    });

export const formats = () =>
  listing("formats", "formats of specs and plans", list(), show(), set(), remove());
