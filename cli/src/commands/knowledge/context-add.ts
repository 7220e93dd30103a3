import { dirname } from "node:path";
import {
  createPlanSource,
  createPlanSourceFromUrl,
  createProjectSource,
  createProjectSourceFromUrl,
  createSource,
  createSourceFromUrl,
  type Reply,
  uploadPlanSources,
  uploadProjectSources,
  uploadSources,
} from "@groundplan/contract";
import { Option } from "commander";
import { readText } from "../../api/read-input.ts";
import { command } from "../../command.ts";
import { exitCodes } from "../../exit-codes.ts";
import { Failure } from "../../failure.ts";
import { filesOf, uploadsOf } from "../../folder-files.ts";
import { asPlan } from "../../handles.ts";
import { asName, jsonOption } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { openSession } from "../../session.ts";
import { type LevelOptions, levelOf, levelProject, levelWorkspace } from "./level.ts";

interface Options extends LevelOptions {
  plan?: string;
  title?: string;
  folder?: string;
  onConflict?: "error" | "replace" | "keep_both" | "skip";
  json?: true;
}

type Added = Pick<Reply<typeof uploadSources>["sources"][number], "id" | "title" | "tokenCount">;

export const addContext = () =>
  command(
    "add",
    "add files, a web page or a text to what planners read",
    "groundplan context add notes.pdf docs/ --project web",
    "groundplan context add https://example.com/rules --plan PLAN-1",
    "git log --oneline | groundplan context add - --title History",
  )
    .argument("<source...>", "files or folders, one http address, or - for a text on standard input")
    .option("--plan <plan>", "of this plan", asPlan)
    .addOption(levelProject())
    .addOption(levelWorkspace())
    .option("--title <title>", "the title of a page or text", asName)
    .option("--folder <path>", "the folder of the context that gets them")
    .addOption(
      new Option("--on-conflict <how>", "when a file's title is taken").choices([
        "error",
        "replace",
        "keep_both",
        "skip",
      ]),
    )
    .addOption(jsonOption("{source}; of files {sources}"))
    .action(async (given: string[], { title, folder, onConflict, json, ...level }: Options) => {
      const [first = "", ...more] = given;
      const isUrl = /^https?:\/\//i.test(first);
      if ((isUrl || first === "-") && more.length > 0)
        throw new Failure("Add one address or text at a time.", { exitCode: exitCodes.usage });
      if (first === "-" && title === undefined)
        throw new Failure("A text needs a --title.", { exitCode: exitCodes.usage });
      const place = await placeOf(level);
      const answer = isUrl
        ? await place.page({ url: first, title, folderPath: folder })
        : first === "-"
          ? await place.text({ title: title ?? "", text: await readText("-"), folderPath: folder })
          : await addFiles(place.files, given, folder, onConflict);
      if (json) return sayJson(answer);
      const added: readonly Added[] = "sources" in answer ? answer.sources : [answer.source];
      for (const { id, title: name, tokenCount } of added)
        say(printable(`${id}  ${name} (${tokenCount} tokens)`));
    });

/** The most files of one request. */
const mostFiles = 100;

/** Adds files; those of a folder come into folders of the context like their own. */
async function addFiles(
  add: (body: Files) => Promise<Reply<typeof uploadSources>>,
  given: readonly string[],
  folder: string | undefined,
  onConflict: Options["onConflict"] | undefined,
): Promise<Reply<typeof uploadSources>> {
  const files = (await Promise.all(given.map(filesOf))).flat();
  const sources: Reply<typeof uploadSources>["sources"] = [];
  for (const [inner, alike] of Map.groupBy(files, ({ path }) => dirname(path))) {
    const folderPath = [folder ?? "", inner === "." ? "" : inner].filter((part) => part !== "").join("/");
    for (let at = 0; at < alike.length; at += mostFiles) {
      const file = await uploadsOf(alike.slice(at, at + mostFiles));
      sources.push(...(await add({ file, folderPath: folderPath || undefined, onConflict })).sources);
    }
  }
  return { sources };
}

type Text = { title: string; text: string; folderPath: string | undefined };
type Page = { url: string; title: string | undefined; folderPath: string | undefined };
type Files = { file: File[]; folderPath: string | undefined; onConflict: Options["onConflict"] | undefined };

/** Returns how sources are added to a plan, a project or the workspace. */
async function placeOf({ plan, ...level }: LevelOptions & { plan?: string }) {
  const session = openSession(level.project === undefined ? {} : { project: level.project });
  const { client } = session;
  if (plan !== undefined) {
    const params = await session.plan(plan);
    return {
      text: (body: Text) => client.call(createPlanSource, { params, body }),
      page: (body: Page) => client.call(createPlanSourceFromUrl, { params, body }),
      files: (body: Files) => client.call(uploadPlanSources, { params, body }),
    };
  }
  const projectSlug = levelOf(level, session.settings);
  if (projectSlug !== undefined) {
    const params = { projectSlug };
    return {
      text: (body: Text) => client.call(createProjectSource, { params, body }),
      page: (body: Page) => client.call(createProjectSourceFromUrl, { params, body }),
      files: (body: Files) => client.call(uploadProjectSources, { params, body }),
    };
  }
  return {
    text: (body: Text) => client.call(createSource, { body }),
    page: (body: Page) => client.call(createSourceFromUrl, { body }),
    files: (body: Files) => client.call(uploadSources, { body }),
  };
}
