import { type RawBuilder, type SqlBool, sql } from "kysely";

/** A spec that waits for nothing in its plan. Literals, so that the partial index `specs_free` applies. */
export const isFreeSpec = sql<SqlBool>`specs.status = 'TODO' and specs.open_needs = 0 and specs.open_questions = 0`;

/**
 * The indexed form of a free spec's readiness: 11 to 15 if it was set, otherwise the grade with dangling needs.
 * The plan's open questions are left out, so that they change no spec's entry.
 */
export const readinessKey = sql<number>`(case when specs.readiness_set is not null then 10 + specs.readiness_set
  when specs.cancelled_needs = 0 then specs.readiness_computed
  when specs.readiness_computed > 3 then specs.readiness_computed - 2
  when specs.readiness_computed > 2 then 2 else specs.readiness_computed end)`;

/** Each key with the readiness that it stands for, in plans without and with open questions. */
export const readinessKeys = sql`(values (11, 1, 1), (12, 2, 2), (13, 3, 3), (14, 4, 4), (15, 5, 5),
  (1, 1, 1), (2, 2, 2), (3, 3, 2), (4, 4, 2), (5, 5, 3))`;

/** Returns the readiness of a key, 1 to 5, as `readinessOf` computes it. */
const ofKey = (key: RawBuilder<number>) => sql<number>`(case when ${key} > 10 then ${key} - 10
  when plans.has_open_questions = 0 then ${key} when ${key} > 3 then ${key} - 2 when ${key} > 2 then 2 else ${key} end)`;

/** The readiness that answers show of a row of `specs` with its row of `plans`. */
export const shownReadiness = sql<number>`(case when specs.readiness_set is null and specs.open_questions > 0
  and ${ofKey(readinessKey)} > 1 then ${ofKey(readinessKey)} - 1 else ${ofKey(readinessKey)} end)`;

const highestKey = (range: RawBuilder<unknown>) => sql<number>`(select ${readinessKey} from specs
  where specs.workspace_id = plans.workspace_id and specs.plan_id = plans.id and ${isFreeSpec} and ${readinessKey} ${range}
  order by ${readinessKey} desc limit 1)`;

/** The highest readiness of a plan's free specs by two look-ups; 0 without any. */
export const highestOfFree = sql<number>`(select coalesce(max(shown), 0) from (
  select ${ofKey(sql`highest`)} as shown from (select ${highestKey(sql`> 10`)} as highest
    union all select ${highestKey(sql`< 10`)}) as found where highest is not null) as best)`;
