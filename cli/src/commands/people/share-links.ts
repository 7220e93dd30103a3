import {
  createPlanLink,
  createSpecLink,
  deletePlanLink,
  deleteSpecLink,
  listPlanLinks,
  listSpecLinks,
} from "@groundplan/contract";
import { command } from "../../command.ts";
import { listing } from "../../group.ts";
import { asTime, jsonOption, projectOption } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { sayList } from "../../say-list.ts";
import { type Common, openSession } from "../../session.ts";
import { asTarget } from "../../target.ts";

const links = () =>
  command("list", "list the read links of a plan or spec", "groundplan share link PLAN-1")
    .argument("<handle>", "a plan's or spec's, such as PLAN-1 or PLAN-1/SPEC-2", asTarget)
    .addOption(projectOption())
    .addOption(jsonOption("{links}"))
    .action(async (handle: string, options: Common) => {
      const { client, plan, spec } = openSession(options);
      const shown = {
        json: options.json,
        none: `${handle} has no links. \`groundplan share link create ${handle}\` makes one.`,
        columns: {
          ID: ({ id }: { id: string }) => id,
          EXPIRES: ({ expiresAt }: { expiresAt: string | null }) => expiresAt ?? "never",
          WORKS: ({ live }: { live: boolean }) => (live ? "yes" : "no"),
          ADDRESS: ({ url }: { url: string | null }) => url,
        },
      };
      await (handle.includes("/")
        ? sayList(client, listSpecLinks, { params: await spec(handle) }, "links", shown)
        : sayList(client, listPlanLinks, { params: await plan(handle) }, "links", shown));
    });

const createLink = () =>
  command(
    "create",
    "make a link by which anybody reads a plan or spec",
    "groundplan share link create PLAN-1 --expires 30d",
    "groundplan share link create PLAN-1/SPEC-2",
  )
    .argument("<handle>", "a plan's or spec's, such as PLAN-1 or PLAN-1/SPEC-2", asTarget)
    .option("--expires <time>", "a day, a time, or a span such as 30d; never if omitted", asTime)
    .option("--names", "it shows names of people, too")
    .option("--sub-plans", "it shows the plan's sub-plans, too")
    .addOption(projectOption())
    .addOption(jsonOption("{link}"))
    .action(
      async (
        handle: string,
        {
          expires,
          names,
          subPlans,
          ...options
        }: Common & { expires?: string; names?: true; subPlans?: true },
      ) => {
        const { client, plan, spec } = openSession(options);
        const body = { expiresAt: expires, names, subPlans };
        const made = handle.includes("/")
          ? await client.call(createSpecLink, { params: await spec(handle), body })
          : await client.call(createPlanLink, { params: await plan(handle), body });
        if (options.json) return sayJson(made);
        say(printable(made.link.url ?? ""));
      },
    );

const deleteLink = () =>
  command("delete", "end a read link", "groundplan share link delete PLAN-1 ID")
    .argument("<handle>", "the plan's or spec's, such as PLAN-1 or PLAN-1/SPEC-2", asTarget)
    .argument("<link>", "its id, as `groundplan share link PLAN` lists it")
    .addOption(projectOption())
    .addOption(jsonOption("{removed}"))
    .action(async (handle: string, linkId: string, options: Common) => {
      const { client, plan, spec } = openSession(options);
      const answer = handle.includes("/")
        ? await client.call(deleteSpecLink, { params: { ...(await spec(handle)), linkId } })
        : await client.call(deletePlanLink, { params: { ...(await plan(handle)), linkId } });
      if (options.json) return sayJson(answer);
      say("The link no longer works.");
    });

export const shareLinks = () =>
  listing("link", "links by which anybody reads a plan or spec", links(), createLink(), deleteLink());
