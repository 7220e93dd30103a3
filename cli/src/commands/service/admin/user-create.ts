import { type Role, role } from "@groundplan/contract";
import { Option } from "commander";
import { ownCommand } from "../../../../../contract/src/own-command.ts";
import { command } from "../../../command.ts";
import { asEmail, asName, asSlug } from "../../../options.ts";
import { printable, say, sayJson } from "../../../output.ts";
import { administer } from "./administer.ts";

interface Options {
  email: string;
  name: string;
  workspace: string;
  role: Role;
  createWorkspace: boolean;
  platformAdmin: boolean;
  json?: true;
}

export const createUser = () =>
  command(
    "create",
    "create a user and add them to a workspace; an existing user gets the role",
    'groundplan admin user create --email you@example.com --name "Ada Byron" --workspace acme --role OWNER --create-workspace',
  )
    .requiredOption("--email <address>", "the person's e-mail address", asEmail)
    .requiredOption("--name <name>", "the name that others see", asName)
    .requiredOption("--workspace <slug>", "the workspace, such as acme", asSlug)
    .addOption(
      new Option("--role <role>", "what they may do there").choices(role.options).makeOptionMandatory(),
    )
    .option("--create-workspace", "create the workspace if it doesn't exist", false)
    .option("--platform-admin", "make them an administrator of the whole service", false)
    .option("--json", "print {user: {id, email}, workspace: {id, slug}, endedWaysIn?}")
    .action(async ({ json, ...user }: Options) => {
      const created = await administer(json, (admin) => admin.adminCreateUser(process.env, user));
      if (json) return sayJson(created);
      const { email } = created.user;
      const { slug } = created.workspace;
      if (created.endedWaysIn)
        say(
          printable(
            `${email} had an account, but nobody had shown that the address is theirs. Its password, sessions, apps, keys and passkeys ended. Send its person a link:`,
          ),
          `  ${ownCommand} admin user reset --email ${shellWord(email)}`,
        );
      say(
        printable(`${email} is ${user.role} in the workspace ${slug}. Make a key for them next:`),
        `  ${ownCommand} admin key create --email ${shellWord(email)} --workspace ${slug} --scope write --name laptop`,
      );
    });

/** Quotes a word for pasting into a shell. */
function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
