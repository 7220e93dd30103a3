import {
  listNotifications,
  readNotifications,
  snoozeNotifications,
  unreadNotifications,
} from "@groundplan/contract";
import { command } from "../../command.ts";
import { exitCodes } from "../../exit-codes.ts";
import { Failure } from "../../failure.ts";
import { listing } from "../../group.ts";
import { asTime, jsonOption } from "../../options.ts";
import { say, sayJson } from "../../output.ts";
import { openSession } from "../../session.ts";
import { sayTable } from "../../table.ts";

interface Options {
  all?: true;
  snoozed?: true;
  until: string;
  json?: true;
}

const list = () =>
  command(
    "list",
    "list what is unread in your inbox, the newest first",
    "groundplan inbox",
    "groundplan inbox --all",
  )
    .option("--all", "list what is read, too")
    .option("--snoozed", "instead, what you have put off")
    .addOption(jsonOption("{items, unread, watermark}"))
    .action(async ({ all, snoozed, json }: Options) => {
      const { client } = openSession();
      const query = snoozed ? { snoozed: "true" } : all ? {} : { unread: "true" };
      const { unread, watermark } = await client.call(listNotifications, { query: { limit: "1" } });
      const items = await Array.fromAsync(client.pages(listNotifications, { query }, "items"));
      if (json) return sayJson({ items, unread, watermark });
      if (items.length === 0)
        return say(
          snoozed || all
            ? "There is nothing."
            : "Nothing is unread. `groundplan inbox --all` lists the rest.",
        );
      sayTable(
        ["ID", "WHERE", "WHO", "WHAT", "ABOUT"],
        items.map(({ id, planShortId, specShortId, actorName, activity, documentTitle }) => [
          id,
          [planShortId, specShortId].filter((part) => part !== undefined).join("/"),
          actorName,
          activity,
          documentTitle,
        ]),
      );
    });

const ids = "their ids, as `groundplan inbox` lists them";

const read = () =>
  command("read", "mark items as read", "groundplan inbox read ID", "groundplan inbox read --all")
    .argument("[ids...]", ids)
    .option("--all", "all that are there now")
    .addOption(jsonOption("{count}"))
    .action(async (given: string[], { all, json }: Options) => {
      if (given.length === 0 && !all)
        throw new Failure("Name the items, or give --all.", { exitCode: exitCodes.usage });
      const { client } = openSession();
      const body = all
        ? { upTo: (await client.call(listNotifications, { query: { limit: "1" } })).watermark }
        : { ids: given };
      const answer = await client.call(readNotifications, { body });
      if (json) return sayJson(answer);
      say(`Marked as read: ${answer.count}.`);
    });

const unread = () =>
  command("unread", "mark items as unread", "groundplan inbox unread ID")
    .argument("<ids...>", ids)
    .addOption(jsonOption("{count}"))
    .action(async (given: string[], { json }: Options) => {
      const answer = await openSession().client.call(unreadNotifications, { body: { ids: given } });
      if (json) return sayJson(answer);
      say(`Marked as unread: ${answer.count}.`);
    });

const snooze = () =>
  command("snooze", "put items off until a time", "groundplan inbox snooze ID --until 2d")
    .argument("<ids...>", ids)
    .requiredOption("--until <time>", "a day, a time, or a span such as 12h or 2d", asTime)
    .addOption(jsonOption("{count}"))
    .action(async (given: string[], { until, json }: Options) => {
      const answer = await openSession().client.call(snoozeNotifications, { body: { ids: given, until } });
      if (json) return sayJson(answer);
      say(`Put off: ${answer.count}.`);
    });

export const inbox = () =>
  listing("inbox", "what others did that concerns you", list(), read(), unread(), snooze());
