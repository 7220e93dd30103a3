import { sql } from "kysely";
import type { Gauge, Sample } from "../meter.ts";
import type { Db } from "../storage/dialect.ts";
import type { JobState } from "../storage/tables/jobs.ts";
import { timeIn } from "./clock.ts";

/** Rows counted per state, which bounds the cost. */
const most = 10_000;

/** Unfinished and dead jobs by kind and state. */
export const jobsByState: Gauge<{ db: Db }> = {
  name: "groundplan_jobs",
  help: `Jobs that wait, run or were given up; of each state ${most} are counted at most.`,
  labels: ["kind", "state"],
  async read({ db }) {
    const counts = async (state: CountedState) =>
      (await byKind(db, state)).map(
        ({ kind, count }): Sample => ({ labels: { kind, state }, value: Number(count) }),
      );
    return (await Promise.all([counts("waiting"), counts("running"), counts("dead")])).flat();
  },
};

/** Age of the oldest due job. */
export const oldestJob: Gauge<{ db: Db }> = {
  name: "groundplan_job_oldest_due_seconds",
  help: "Time since which the oldest waiting job of a kind is due; 0 while none is.",
  labels: ["kind"],
  async read({ db }) {
    return (await byKind(db, "waiting")).map(({ kind, first, now }) => ({
      labels: { kind },
      value: Math.max(0, Date.parse(now) - Date.parse(first)) / 1000,
    }));
  },
};

type CountedState = Exclude<JobState, "done">;

/** The indexed column of each state. */
const order = { waiting: "run_at", running: "lease_until", dead: "kind" } as const;

/** Counts a state's jobs. The state is a literal so that its partial index applies. */
function byKind(db: Db, state: CountedState) {
  const rows = db
    .selectFrom("jobs")
    .select(["kind", "run_at"])
    .where("state", "=", sql.lit(state))
    .orderBy(order[state])
    .limit(most)
    .as("some");
  return db
    .selectFrom(rows)
    .select(({ fn }) => ["kind", fn.countAll().as("count"), fn.min("run_at").as("first")])
    .select(timeIn(db, 0).as("now"))
    .groupBy("kind")
    .execute();
}
