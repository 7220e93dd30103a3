import { cancelPush, getPush, getPushStatus, listPushes, retryPush } from "@groundplan/contract";
import { command } from "../../command.ts";
import { listing } from "../../group.ts";
import { asPlan } from "../../handles.ts";
import { jsonOption, projectOption } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { sayPush } from "../../push/say.ts";
import { sayList } from "../../say-list.ts";
import { type Common, openSession } from "../../session.ts";

const about = "its handle, such as PLAN-1";
const aboutPush = "its id, as `groundplan pushes PLAN` lists it";

const list = () =>
  command("list", "list the pushes of a plan, the oldest first", "groundplan pushes PLAN-1")
    .argument("<plan>", about, asPlan)
    .addOption(projectOption())
    .addOption(jsonOption("{pushes}"))
    .action(async (handle: string, options: Common) => {
      const { client, plan } = openSession(options);
      await sayList(client, listPushes, { params: await plan(handle) }, "pushes", {
        json: options.json,
        none: `${handle} was never pushed. \`groundplan push ${handle} --dry-run\` shows what a push would do.`,
        columns: {
          ID: ({ pushId }) => pushId,
          STARTED: ({ startedAt }) => startedAt,
          STATUS: ({ status }) => status,
          ITEMS: ({ pushedItemCount }) => pushedItemCount,
          TO: ({ projectExternalId }) => projectExternalId,
          MESSAGE: ({ message }) => message,
        },
      });
    });

/** Returns a command about one push, which prints its items. */
const ofPush = (name: string, what: string, endpoint: typeof getPush | typeof cancelPush) =>
  command(name, what, `groundplan pushes ${name} PLAN-1 ID`)
    .argument("<plan>", about, asPlan)
    .argument("<push>", aboutPush)
    .addOption(projectOption())
    .addOption(jsonOption("{push}"))
    .action(async (handle: string, pushId: string, options: Common) => {
      const { client, plan } = openSession(options);
      const answer = await client.call(endpoint, { params: { ...(await plan(handle)), pushId } });
      if (options.json) return sayJson(answer);
      sayPush(answer.push);
    });

const show = () => ofPush("show", "show what a push did, item by item", getPush);

const cancel = () => ofPush("cancel", "cancel a push; completed writes stay", cancelPush);

const status = () =>
  command("status", "show what the tracker has of a plan", "groundplan pushes status PLAN-1")
    .argument("<plan>", about, asPlan)
    .addOption(projectOption())
    .addOption(jsonOption("{pushStatus}"))
    .action(async (handle: string, options: Common) => {
      const { client, plan } = openSession(options);
      const found = await client.call(getPushStatus, { params: await plan(handle) });
      if (options.json) return sayJson(found);
      if (found.pushStatus.length === 0) return say(`${handle} was never pushed.`);
      for (const { pushedCount, total, changedCount, goneCount, externalUrl } of found.pushStatus)
        say(
          printable(
            `In the tracker: ${pushedCount} of ${total}, changed since: ${changedCount}, gone: ${goneCount}  ${externalUrl ?? ""}`,
          ),
        );
    });

const retry = () =>
  command("retry", "push what failed or remained of a push again", "groundplan pushes retry PLAN-1 ID")
    .argument("<plan>", about, asPlan)
    .argument("<push>", aboutPush)
    .addOption(projectOption())
    .addOption(jsonOption("{push}"))
    .action(async (handle: string, pushId: string, options: Common) => {
      const { client, plan } = openSession(options);
      const started = await client.call(retryPush, { params: { ...(await plan(handle)), pushId } });
      if (options.json) return sayJson(started);
      say(
        `The push ${started.push.pushId} is ${started.push.status}. \`groundplan push ${handle}\` follows it.`,
      );
    });

export const pushes = () =>
  listing("pushes", "pushes of a plan", list(), show(), status(), cancel(), retry());
