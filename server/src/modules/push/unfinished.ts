import { sql } from "kysely";
import type { Gauge } from "../../meter.ts";
import type { PushRowStatus } from "../../storage/tables/push.ts";
import type { Context } from "../context.ts";

const most = 10_000;

const states: readonly PushRowStatus[] = ["queued", "running"];

/** A gauge of unfinished pushes; a partial index makes finished ones free. */
export const unfinishedPushes: Gauge<Pick<Context, "db">> = {
  name: "groundplan_pushes",
  help: `Pushes that have not ended, by state; ${most} are counted at most.`,
  labels: ["state"],
  async read({ db }) {
    const unfinished = db
      .selectFrom("pushes")
      .select("status")
      .where("finished_at", "is", null)
      .limit(most)
      .as("some");
    const rows = await db
      .selectFrom(unfinished)
      .select("status")
      .select(sql<number>`count(*)`.as("count"))
      .groupBy("status")
      .execute();
    const found = new Map(rows.map(({ status, count }) => [status, Number(count)]));
    return states.map((state) => ({ labels: { state }, value: found.get(state) ?? 0 }));
  },
};
