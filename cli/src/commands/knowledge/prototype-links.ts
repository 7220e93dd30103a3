import { createPrototypeShare, deletePrototypeShare, listPrototypeShares } from "@groundplan/contract";
import { command } from "../../command.ts";
import { asPlan } from "../../handles.ts";
import { asTime, jsonOption, projectOption } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { sayList } from "../../say-list.ts";
import { type Common, openSession } from "../../session.ts";

interface Options extends Common {
  expires?: string;
}

const about = "its handle, such as PLAN-1";

export const share = () =>
  command(
    "share",
    "make a public link to a plan's prototype",
    "groundplan prototype share PLAN-1 --expires 14d",
  )
    .argument("<plan>", about, asPlan)
    .option("--expires <time>", "a day, a time, or a span such as 14d; 90 days if omitted", asTime)
    .addOption(projectOption())
    .addOption(jsonOption("{share}"))
    .action(async (handle: string, { expires, ...options }: Options) => {
      const { client, plan } = openSession(options);
      const made = await client.call(createPrototypeShare, {
        params: await plan(handle),
        body: { expiresAt: expires },
      });
      if (options.json) return sayJson(made);
      say(printable(made.share.url), `It works until ${made.share.expiresAt}.`);
    });

export const links = () =>
  command("links", "list the public links to a plan's prototype", "groundplan prototype links PLAN-1")
    .argument("<plan>", about, asPlan)
    .addOption(projectOption())
    .addOption(jsonOption("{shares}"))
    .action(async (handle: string, options: Options) => {
      const { client, plan } = openSession(options);
      await sayList(client, listPrototypeShares, { params: await plan(handle) }, "shares", {
        json: options.json,
        none: `There are no links. \`groundplan prototype share ${handle}\` makes one.`,
        columns: { ID: ({ id }) => id, UNTIL: ({ expiresAt }) => expiresAt, ADDRESS: ({ url }) => url },
      });
    });

export const unshare = () =>
  command("unshare", "end a public link to a plan's prototype", "groundplan prototype unshare PLAN-1 ID")
    .argument("<plan>", about, asPlan)
    .argument("<link>", "its id, as `groundplan prototype links PLAN` lists it")
    .addOption(projectOption())
    .addOption(jsonOption("the answer of the API"))
    .action(async (handle: string, shareId: string, options: Options) => {
      const { client, plan } = openSession(options);
      const answer = await client.call(deletePrototypeShare, {
        params: { ...(await plan(handle)), shareId },
      });
      if (options.json) return sayJson(answer);
      say("The link no longer works.");
    });
