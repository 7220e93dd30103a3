import { Option } from "commander";
import { command } from "../../command.ts";
import { signIn } from "../../login/sign-in.ts";
import { jsonOption } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { readSettings } from "../../settings.ts";

const toStderr = (...lines: string[]) => process.stderr.write(lines.map((line) => `${line}\n`).join(""));

export const login = () =>
  command("login", "sign in to the service in a browser", "groundplan login", "groundplan login --scope read")
    .addOption(
      new Option("--scope <scope>", "what the command line may do")
        .choices(["read", "write"])
        .default("write"),
    )
    .addOption(jsonOption("{user, workspace, role, scope, credential}; what to do goes to standard error"))
    .action(async ({ scope, json }: { scope: string; json?: true }) => {
      const settings = readSettings();
      const me = await signIn(settings, scope, json ? toStderr : say);
      const name = me.workspace.name ?? me.workspace.slug ?? me.workspace.id;
      if (json) sayJson(me);
      else
        say(
          printable(`Signed in to ${settings.url} as ${me.user.email}, in the workspace ${name} (${scope}).`),
        );
      if (process.env.GROUNDPLAN_API_KEY?.trim())
        process.stderr.write(
          "GROUNDPLAN_API_KEY is set and goes before this login. Unset it to use the login.\n",
        );
    });
