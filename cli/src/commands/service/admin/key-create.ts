import { type Scope, scope } from "@groundplan/contract";
import { Option } from "commander";
import { ownCommand } from "../../../../../contract/src/own-command.ts";
import { command } from "../../../command.ts";
import { asEmail, asKeyName, asSlug } from "../../../options.ts";
import { printable, say, sayJson } from "../../../output.ts";
import { administer } from "./administer.ts";

interface Options {
  email: string;
  workspace: string;
  scope: Scope;
  name: string;
  json?: true;
}

export const createKey = () =>
  command(
    "create",
    "create an API key for a member; its secret is shown only once",
    "groundplan admin key create --email you@example.com --workspace acme --scope write --name laptop",
  )
    .requiredOption("--email <address>", "whose key it is", asEmail)
    .requiredOption("--workspace <slug>", "the workspace it works in", asSlug)
    .addOption(
      new Option("--scope <scope>", "read only, or write too").choices(scope.options).makeOptionMandatory(),
    )
    .requiredOption("--name <name>", "a name to recognize it by, such as laptop", asKeyName)
    .option("--json", "print {key, secret}")
    .action(async ({ json, ...wanted }: Options) => {
      const created = await administer(json, (admin) => admin.adminCreateKey(process.env, wanted));
      if (json) return sayJson(created);
      const may = created.key.scope === "write" ? "read and write" : "only read";
      say(
        printable(
          `The key "${created.key.name}" of ${wanted.email} may ${may} in ${wanted.workspace}. It is shown only once:`,
        ),
        `  export GROUNDPLAN_API_KEY=${created.secret}`,
        "Then try it, with the service running (at another address than http://localhost:4500, set GROUNDPLAN_URL, too):",
        created.key.scope === "write" ? `  ${ownCommand} project create Web` : `  ${ownCommand} project list`,
      );
    });
