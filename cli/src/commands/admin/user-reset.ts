import { Command } from "commander";
import { asEmail } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { administer } from "./administer.ts";

export const resetUser = () =>
  new Command("reset")
    .description("make a one-time link with which a person sets a password and signs in")
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
      );
    });
