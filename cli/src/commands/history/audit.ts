import { type EventType, listAudit } from "@groundplan/contract";
import { command } from "../../command.ts";
import { asCount, asTime, jsonOption } from "../../options.ts";
import { sayJson } from "../../output.ts";
import { findMember } from "../../people.ts";
import { openSession } from "../../session.ts";
import { sayTable } from "../../table.ts";
import { asEventType, eventRow } from "./event-words.ts";

interface Options {
  type?: EventType;
  actor?: string;
  from?: string;
  to?: string;
  limit: number;
  json?: true;
}

export const audit = () =>
  command(
    "audit",
    "list who did what with which credential, the newest first; for owners",
    "groundplan audit",
    "groundplan audit --actor ada@example.com --from 2027-01-01 --to 2027-02-01 --limit 1000",
  )
    .option("--type <type>", "only events of this type, such as plan.deleted", asEventType)
    .option("--actor <email>", "only what this member did")
    .option("--from <day>", "only from this day or time on", asTime)
    .option("--to <day>", "only before this day or time", asTime)
    .option("--limit <number>", "the most entries", asCount, 100)
    .addOption(jsonOption("{entries}"))
    .action(async ({ type, actor, from, to, limit, json }: Options) => {
      const { client } = openSession();
      const by = actor === undefined ? undefined : (await findMember(client, actor)).userId;
      const query = { type, actor: by, from, to, limit: `${Math.min(limit, 200)}` };
      const entries = [];
      for await (const entry of client.pages(listAudit, { query }, "entries")) {
        entries.push(entry);
        if (entries.length === limit) break;
      }
      if (json) return sayJson({ entries });
      sayTable(
        ["NUMBER", "WHEN", "WHO", "WITH", "WHAT", "WHERE"],
        entries.map((entry) => eventRow(entry)),
      );
    });
