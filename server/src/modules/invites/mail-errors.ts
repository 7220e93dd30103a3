import { sql } from "kysely";
import type { Db } from "../../storage/dialect.ts";
import { jobKindOfMail, mailJobKey } from "./mail-job.ts";
import type { InviteRow } from "./store.ts";

/** Returns the last mail failures by invite id. */
export async function mailErrorsOf(db: Db, invites: readonly InviteRow[]): Promise<Map<string, string>> {
  const byKey = new Map(
    invites.flatMap(({ id, status, mail_hash: hash }) =>
      hash === null || status !== "PENDING" ? [] : [[mailJobKey(hash), id] as const],
    ),
  );
  if (byKey.size === 0) return new Map();
  const jobs = db
    .selectFrom("jobs")
    .select(["dedupe_key", "last_error"])
    .where("dedupe_key", "in", [...byKey.keys()]);
  // Conditions match the indexes.
  const open = await jobs.where(sql<boolean>`state in ('waiting', 'running')`).execute();
  const ended = await jobs.where("kind", "=", jobKindOfMail).where(sql<boolean>`state = 'dead'`).execute();
  return new Map(
    [...ended, ...open].flatMap(({ dedupe_key: key, last_error: error }) => {
      const id = byKey.get(key ?? "");
      return id === undefined || error === null ? [] : [[id, error] as const];
    }),
  );
}
