import {
  listMembers,
  type Role,
  removeMember,
  revokeMemberCredentials,
  role,
  updateMember,
} from "@groundplan/contract";
import { Argument } from "commander";
import { command } from "../../command.ts";
import { confirm } from "../../confirm.ts";
import { listing } from "../../group.ts";
import { choiceOf, jsonOption, wordOf, yesOption } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { findMember } from "../../people.ts";
import { sayList } from "../../say-list.ts";
import { openSession } from "../../session.ts";

interface Options {
  transferPlansTo?: string;
  yes?: true;
  json?: true;
}

const about = "their e-mail address";

const list = () =>
  command("list", "list the members of the workspace", "groundplan members")
    .addOption(jsonOption("{members}"))
    .action(({ json }: Options) =>
      sayList(openSession().client, listMembers, {}, "members", {
        json,
        none: "There are no members.",
        columns: {
          EMAIL: ({ email }) => email,
          NAME: ({ name }) => name,
          ROLE: ({ role: has }) => choiceOf(has),
        },
      }),
    );

const setRole = () =>
  command("role", "give a member another role", "groundplan members role ada@example.com owner")
    .argument("<email>", about)
    .addArgument(new Argument("<role>", "what they may do").choices(role.options.map(choiceOf)))
    .addOption(jsonOption("{member}"))
    .action(async (email: string, wanted: string, { json }: Options) => {
      const { client } = openSession();
      const { userId } = await findMember(client, email);
      const changed = await client.call(updateMember, {
        params: { userId },
        body: { role: wordOf<Role>(wanted) ?? "VIEWER" },
      });
      if (json) return sayJson(changed);
      say(printable(`${email} is ${choiceOf(changed.member.role)} now.`));
    });

const remove = () =>
  command(
    "remove",
    "remove a member from the workspace",
    "groundplan members remove ada@example.com --yes",
    "groundplan members remove ada@example.com --transfer-plans-to bob@example.com --yes",
  )
    .argument("<email>", about)
    .option("--transfer-plans-to <email>", "the member who gets the plans that they own")
    .addOption(yesOption())
    .addOption(jsonOption("{removed}"))
    .action(async (email: string, { transferPlansTo, yes, json }: Options) => {
      const { client } = openSession();
      const { userId } = await findMember(client, email);
      const heir =
        transferPlansTo === undefined ? undefined : (await findMember(client, transferPlansTo)).userId;
      await confirm(`This removes ${email}, and ends their keys, logins and shares here.`, yes);
      const answer = await client.call(removeMember, {
        params: { userId },
        query: { transferPlansTo: heir },
      });
      if (json) return sayJson(answer);
      say(printable(`${email} is no member any more.`));
    });

const signOut = () =>
  command(
    "sign-out",
    "revoke all keys and logins of a member here",
    "groundplan members sign-out ada@example.com --yes",
  )
    .argument("<email>", about)
    .addOption(yesOption())
    .addOption(jsonOption("{revoked}"))
    .action(async (email: string, { yes, json }: Options) => {
      const { client } = openSession();
      const { userId } = await findMember(client, email);
      await confirm(`This ends all keys and logins of ${email} in this workspace.`, yes);
      const answer = await client.call(revokeMemberCredentials, { params: { userId } });
      if (json) return sayJson(answer);
      say(printable(`Keys and logins of ${email} that were ended: ${answer.revoked}.`));
    });

export const members = () =>
  listing("members", "the members of the workspace", list(), setRole(), remove(), signOut());
