import { getMe } from "@groundplan/contract";
import { command } from "../../command.ts";
import { printable, say, sayJson } from "../../output.ts";
import { connect } from "../../service.ts";
import { readSettings } from "../../settings.ts";

export const whoami = () =>
  command("whoami", "show the user and workspace that the service knows you as", "groundplan whoami")
    .option("--json", "print {user, workspace, role, scope, credential}")
    .action(async ({ json }: { json?: true }) => {
      const settings = readSettings();
      const me = await connect(settings).call(getMe, {});
      if (json) return sayJson(me);
      const { user, workspace, role, scope, credential } = me;
      const kind = credential.kind === "api_key" ? "an API key" : "a login";
      say(
        printable(`${user.email} at ${settings.url}`),
        printable(`workspace ${workspace.name ?? workspace.slug ?? workspace.id}, ${role.toLowerCase()}`),
        `scope ${scope}, by ${kind}`,
      );
    });
