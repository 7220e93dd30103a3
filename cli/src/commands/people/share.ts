import { deleteShare, listShares, putShare } from "@groundplan/contract";
import { command } from "../../command.ts";
import { listing } from "../../group.ts";
import { asPlan } from "../../handles.ts";
import { choiceOf, jsonOption, projectOption } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { findMember } from "../../people.ts";
import { sayList } from "../../say-list.ts";
import { type Common, openSession } from "../../session.ts";
import { shareLinks } from "./share-links.ts";

const about = "its handle, such as PLAN-1";

const list = () =>
  command("list", "list the people that a plan is shared with", "groundplan share PLAN-1")
    .argument("<plan>", about, asPlan)
    .addOption(projectOption())
    .addOption(jsonOption("{shares}"))
    .action(async (handle: string, options: Common) => {
      const { client, plan } = openSession(options);
      await sayList(client, listShares, { params: await plan(handle) }, "shares", {
        json: options.json,
        none: `${handle} is shared with nobody by name. \`groundplan share add ${handle} EMAIL\` shares it.`,
        columns: { WHO: ({ name }) => name, MAY: ({ capability }) => choiceOf(capability) },
      });
    });

const add = () =>
  command(
    "add",
    "share a plan with a member",
    "groundplan share add PLAN-1 ada@example.com",
    "groundplan share add PLAN-1 ada@example.com --edit",
  )
    .argument("<plan>", about, asPlan)
    .argument("<email>", "the member's address")
    .option("--edit", "they may change it, too")
    .addOption(projectOption())
    .addOption(jsonOption("{share}"))
    .action(async (handle: string, email: string, { edit, ...options }: Common & { edit?: true }) => {
      const { client, plan } = openSession(options);
      const { userId } = await findMember(client, email);
      const capability = edit ? ("EDIT" as const) : ("READ" as const);
      const shared = await client.call(putShare, {
        params: { ...(await plan(handle)), userId },
        body: { capability },
      });
      if (options.json) return sayJson(shared);
      say(printable(`${email} may ${edit ? "edit" : "read"} ${handle}.`));
    });

const remove = () =>
  command("remove", "end a share", "groundplan share remove PLAN-1 ada@example.com")
    .argument("<plan>", about, asPlan)
    .argument("<email>", "the member's address")
    .addOption(projectOption())
    .addOption(jsonOption("{removed}"))
    .action(async (handle: string, email: string, options: Common) => {
      const { client, plan } = openSession(options);
      const { userId } = await findMember(client, email);
      const answer = await client.call(deleteShare, { params: { ...(await plan(handle)), userId } });
      if (options.json) return sayJson(answer);
      say(printable(`${handle} is no longer shared with ${email}.`));
    });

export const share = () =>
  listing(
    "share",
    "the people that a plan is shared with, and its links",
    list(),
    add(),
    remove(),
    shareLinks(),
  );
