import { type Activity, listActivity } from "@groundplan/contract";
import { read } from "../../../dispatch/handlers.ts";
import { credentialOf } from "../../../events/credential.ts";
import { personOf } from "../../../events/person.ts";
import { specHandle } from "../../handles.ts";
import { type Key, numberOf, pageOf } from "../../paging.ts";
import { readablePlan } from "../../plans/access.ts";
import { type EventRow, eventsOf } from "../store.ts";
import { visibilityOf } from "../visibility.ts";
import { type NameOf, namesOf, textOf } from "./text-of.ts";

/** Lists a plan's history in words, newest first, as far as the caller can read it. */
export const activityList = read(listActivity, async (db, actor, { params, query }) => {
  const plan = await readablePlan(db, actor, params);
  const fetch = ([before = 2 ** 31 - 1]: Key, limit: number) =>
    eventsOf(db, plan.workspace_id)
      .where("events.plan_id", "=", plan.id)
      .where("events.seq", "<", numberOf(before))
      .orderBy("events.seq", "desc")
      .limit(limit)
      .execute();
  const { rows, ...next } = await pageOf(`${listActivity.id} ${plan.id}`, query, fetch, ({ seq }) => [seq]);
  const seenOf = await visibilityOf(db, plan.workspace_id, rows, [actor]);
  const nameOf = await namesOf(db, plan.workspace_id, rows);
  const activity = rows.flatMap((row) => {
    const seen = seenOf(row, actor);
    return seen === "whole" || seen === "bare" ? presentActivity(row, seen === "whole", nameOf) : [];
  });
  return { activity, ...next };
});

function presentActivity(row: EventRow, isWhole: boolean, nameOf: NameOf): Activity {
  return {
    seq: row.seq,
    at: row.created_at,
    actor: personOf(row.actor_user_id, row.actor_name),
    credential: credentialOf(row),
    text: textOf(row, isWhole, nameOf),
    ...(row.spec_number === null ? {} : { specShortId: specHandle(row.spec_number) }),
  };
}
