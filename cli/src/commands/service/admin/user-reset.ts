import { command } from "../../../command.ts";
import { asEmail } from "../../../options.ts";
import { printable, say, sayJson } from "../../../output.ts";
import { administer } from "./administer.ts";

export const resetUser = () =>
  command(
    "reset",
    "create a one-time link for setting a new password; using it ends the person's sessions and apps, and the keys and passkeys that they don't keep",
    "groundplan admin user reset --email you@example.com",
  )
    .requiredOption("--email <address>", "the person's e-mail address", asEmail)
    .option("--json", "print {link}")
    .action(async ({ json, email }: { json?: true; email: string }) => {
      const { link, ...user } = await administer(json, (admin) =>
        admin.adminResetUser(process.env, { email }),
      );
      if (json) return sayJson({ link });
      say(
        printable(`${user.email} can set a password with this link. It works once, within an hour:`),
        `  ${link}`,
        "It ends all of the person's sessions, apps and known browsers, and all API keys, passkeys and linked accounts",
        "that are not ticked on its page. It also verifies the address, so give it to nobody else.",
      );
    });
