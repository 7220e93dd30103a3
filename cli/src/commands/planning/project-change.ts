import {
  deleteProject as deleteEndpoint,
  getProject,
  type Reply,
  restoreProject as restoreEndpoint,
  updateProject,
} from "@groundplan/contract";
import { command } from "../../command.ts";
import { confirm } from "../../confirm.ts";
import { asName, asSlug, given, jsonOption, yesOption } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { openSession } from "../../session.ts";

interface Options {
  name?: string;
  slug?: string;
  yes?: true;
  json?: true;
}

const about = "its slug, as `groundplan project list` lists it";

export const showProject = () =>
  command("show", "show a project", "groundplan project show web")
    .argument("<project>", about)
    .addOption(jsonOption("{project}"))
    .action(async (projectSlug: string, { json }: Options) => {
      const found = await openSession().client.call(getProject, { params: { projectSlug } });
      if (json) return sayJson(found);
      sayProject(found);
      for (const { provider, fullName, defaultBranch } of found.project.repositories)
        say(printable(`repository ${fullName} of ${provider}, ${defaultBranch}`));
    });

export const changeProject = () =>
  command("edit", "change a project's name or slug", 'groundplan project edit web --name "Web shop"')
    .argument("<project>", about)
    .option("--name <name>", "its new name", asName)
    .option("--slug <slug>", "its new slug, which changes its addresses", asSlug)
    .addOption(jsonOption("{project}"))
    .action(async (projectSlug: string, { name, slug, json }: Options) => {
      const { client } = openSession();
      const changed = await client.call(updateProject, {
        params: { projectSlug },
        body: given({ name, slug }),
      });
      if (json) return sayJson(changed);
      sayProject(changed);
    });

export const deleteProject = () =>
  command(
    "delete",
    "delete a project; owners can restore it for a time",
    "groundplan project delete web --yes",
  )
    .argument("<project>", about)
    .addOption(yesOption())
    .addOption(jsonOption("{deleted}"))
    .action(async (projectSlug: string, { yes, json }: Options) => {
      const { client } = openSession();
      await confirm(`This deletes the project ${projectSlug} with its plans.`, yes);
      const answer = await client.call(deleteEndpoint, { params: { projectSlug } });
      if (json) return sayJson(answer);
      say(
        `The project ${projectSlug} is deleted. \`groundplan project restore ${projectSlug}\` brings it back.`,
      );
    });

export const restoreProject = () =>
  command("restore", "restore a deleted project", "groundplan project restore web")
    .argument("<project>", "its slug, as `groundplan project list --deleted` lists it")
    .addOption(jsonOption("{project}"))
    .action(async (projectSlug: string, { json }: Options) => {
      const restored = await openSession().client.call(restoreEndpoint, { params: { projectSlug } });
      if (json) return sayJson(restored);
      sayProject(restored);
    });

function sayProject({ project: { slug, id, name } }: Reply<typeof getProject>): void {
  say(printable(`${slug ?? id}  ${name}`));
}
