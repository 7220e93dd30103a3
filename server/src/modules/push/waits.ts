import type { Tx } from "../../storage/dialect.ts";
import type { Caveat } from "./caveats.ts";
import { type Fence, fenced } from "./fenced.ts";
import { endOf, millisecondsFor, withForecast } from "./forecast.ts";
import type { Quota } from "./governor.ts";
import { tallyOf } from "./result.ts";
import type { RunRow } from "./runs.ts";

interface Wait extends Fence {
  seconds: number;
  /** A sentence for people. */
  why: string;
  /** Of new things, where the tracker has one. */
  quota: Quota | undefined;
}

/** The push sleeps; who asks how it is, is told until when and why. Answers whether it was cancelled meanwhile. */
export const noteWait = fenced("push.wait", async (tx: Tx, { seconds, why, quota }: Wait, push: RunRow) => {
  const until = Date.now() + seconds * 1000;
  const end = endOf(await tallyOf(tx, push), until, Date.parse(push.started_at), quota);
  const caveats = withForecast(JSON.parse(push.caveats) as Caveat[], why, end);
  await tx
    .updateTable("push_runs")
    .set({ waits_until: new Date(until).toISOString(), caveats: JSON.stringify(caveats) })
    .where("workspace_id", "=", push.workspace_id)
    .where("id", "=", push.id)
    .execute();
  return push.cancelled_by !== null;
});

/** What a push that begins, or goes on, will take of the tracker's quota. */
export const noteForecast = fenced(
  "push.forecast",
  async (tx: Tx, { quota }: Fence & { quota: Quota }, push: RunRow) => {
    const { toMake } = await tallyOf(tx, push);
    const end = Date.now() + millisecondsFor(toMake, quota);
    const caveats = withForecast(JSON.parse(push.caveats) as Caveat[], quota.sentence, end);
    await tx
      .updateTable("push_runs")
      .set({ caveats: JSON.stringify(caveats) })
      .where("workspace_id", "=", push.workspace_id)
      .where("id", "=", push.id)
      .execute();
  },
);
