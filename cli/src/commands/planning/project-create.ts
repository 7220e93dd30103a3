import { createProject as endpoint } from "@groundplan/contract";
import { ownCommand } from "../../../../contract/src/own-command.ts";
import { command } from "../../command.ts";
import { asName } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { connect } from "../../service.ts";
import { readSettings } from "../../settings.ts";

export const createProject = () =>
  command("create", "create a project", "groundplan project create Web")
    .argument("<name>", "its name, from which its slug is derived", asName)
    .option("--json", "print {project}")
    .action(async (name: string, { json }: { json?: true }) => {
      const created = await connect(readSettings()).call(endpoint, { body: { name } });
      if (json) return sayJson(created);
      const slug = created.project.slug ?? created.project.id;
      say(
        printable(`The project ${created.project.name} is ${slug}. Bring a plan in next, for example:`),
        printable(`  ${ownCommand} import auto . --project ${slug}`),
      );
    });
