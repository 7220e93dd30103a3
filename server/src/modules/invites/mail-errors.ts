import { outcomesOf } from "../../jobs/outcome.ts";
import type { Db } from "../../storage/dialect.ts";
import { jobKindOfMail, mailJobKey } from "./mail-job.ts";
import type { InviteRow } from "./store.ts";

/** Returns the last mail failures by invite id. */
export async function mailErrorsOf(db: Db, invites: readonly InviteRow[]): Promise<Map<string, string>> {
  const idByKey = new Map(
    invites.flatMap(({ id, status, mail_hash: hash }) =>
      hash === null || status !== "PENDING" ? [] : [[mailJobKey(hash), id] as const],
    ),
  );
  const outcomes = await outcomesOf(db, jobKindOfMail, [...idByKey.keys()]);
  return new Map(
    [...outcomes].flatMap(([key, { error }]) => {
      const id = idByKey.get(key);
      return id === undefined || error === null ? [] : [[id, error] as const];
    }),
  );
}
