import { Command } from "commander";
import { asEmail } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { administer } from "./administer.ts";

export const resetUser = () =>
  new Command("reset")
    .description(
      "make a one-time link with which a person sets a password and signs in; their sessions, apps, keys and passkeys end, but for those that they keep",
    )
    .requiredOption("--email <address>", "who it is", asEmail)
    .option("--json", "print {link}")
    .action(async ({ json, email }: { json?: true; email: string }) => {
      const { link, ...user } = await administer(json, (admin) =>
        admin.adminResetUser(process.env, { email }),
      );
      if (json) return sayJson({ link });
      say(
        printable(`With this link ${user.email} sets a password. It works once, within an hour:`),
        `  ${link}`,
        "It ends all of the person's sessions, apps and known browsers, and all API keys, passkeys and linked accounts",
        "that are not ticked on its page. It proves that the address is theirs: give it to nobody else.",
      );
    });
