import {
  acceptInvite,
  createInvite,
  listInvites,
  type Role,
  resendInvite,
  revokeInvite,
  role,
} from "@groundplan/contract";
import { Option } from "commander";
import { readText } from "../../api/read-input.ts";
import { command } from "../../command.ts";
import { listing } from "../../group.ts";
import { asEmail, choiceOf, jsonOption, wordOf } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { sayList } from "../../say-list.ts";
import { openSession } from "../../session.ts";

interface Json {
  json?: true;
}

const about = "its id, as `groundplan invites` lists it";

const list = () =>
  command("list", "list the invites to the workspace", "groundplan invites")
    .addOption(jsonOption("{invites}"))
    .action(({ json }: Json) =>
      sayList(openSession().client, listInvites, {}, "invites", {
        json,
        none: "There are no invites. `groundplan invites create EMAIL` makes one.",
        columns: {
          ID: ({ id }) => id,
          EMAIL: ({ email }) => email,
          ROLE: ({ role: will }) => choiceOf(will),
          STATUS: ({ status }) => choiceOf(status),
          EXPIRES: ({ expiresAt }) => expiresAt,
        },
      }),
    );

const create = () =>
  command(
    "create",
    "invite someone, and print the link for them",
    "groundplan invites create ada@example.com",
    "groundplan invites create ada@example.com --role viewer",
  )
    .argument("<email>", "their e-mail address", asEmail)
    .addOption(
      new Option("--role <role>", "what they may do").choices(role.options.map(choiceOf)).default("member"),
    )
    .addOption(jsonOption("{invite, acceptUrl}"))
    .action(async (email: string, { role: wanted, json }: Json & { role: string }) => {
      const body = { email, role: wordOf<Role>(wanted) ?? "MEMBER" };
      const sent = await openSession().client.call(createInvite, { body });
      if (json) return sayJson(sent);
      say(printable(`Send ${email} this link; it is shown only once:`), printable(`  ${sent.acceptUrl}`));
    });

const resend = () =>
  command("resend", "make a new link for an invite; the old one ends", "groundplan invites resend ID")
    .argument("<invite>", about)
    .addOption(jsonOption("{invite, acceptUrl}"))
    .action(async (inviteId: string, { json }: Json) => {
      const sent = await openSession().client.call(resendInvite, { params: { inviteId } });
      if (json) return sayJson(sent);
      say("The new link; it is shown only once:", printable(`  ${sent.acceptUrl}`));
    });

const revoke = () =>
  command("revoke", "revoke an invite", "groundplan invites revoke ID")
    .argument("<invite>", about)
    .addOption(jsonOption("{invite}"))
    .action(async (inviteId: string, { json }: Json) => {
      const revoked = await openSession().client.call(revokeInvite, { params: { inviteId } });
      if (json) return sayJson(revoked);
      say(printable(`The invite of ${revoked.invite.email} is revoked.`));
    });

const accept = () =>
  command("accept", "accept an invite to another workspace", "groundplan invites accept --link-file -")
    .requiredOption("--link-file <file>", "a file with the link that you got; - reads standard input")
    .addOption(jsonOption("{workspace, role}"))
    .action(async ({ linkFile, json }: Json & { linkFile: string }) => {
      const link = (await readText(linkFile)).trim();
      const token = URL.parse(link)?.searchParams.get("token") ?? link;
      const accepted = await openSession().client.call(acceptInvite, { body: { token } });
      if (json) return sayJson(accepted);
      const { workspace } = accepted;
      say(
        printable(
          `You are ${choiceOf(accepted.role)} in ${workspace.name ?? workspace.slug ?? workspace.id}.`,
        ),
      );
    });

export const invites = () =>
  listing("invites", "invites to the workspace", list(), create(), resend(), revoke(), accept());
