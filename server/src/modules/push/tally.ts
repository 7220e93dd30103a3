import type { Db } from "../../storage/dialect.ts";
import { type RunRow, stepsOf } from "./runs.ts";

/** How many steps of a kind and action are in a state. */
interface Count {
  kind: string;
  action: string;
  state: string;
  count: number;
}

export interface Tally {
  created: number;
  updated: number;
  dependencies: number;
  planDependencies: number;
  children: number;
  /** Links of all kinds that were taken back; they count as no dependency or child. */
  takenBack: number;
  /** Of all kinds. */
  sent: number;
  failed: number;
  open: number;
  /** A call went out that nobody has heard of since. */
  unanswered: number;
  all: number;
}

export function tally(counts: readonly Count[]): Tally {
  const sum = (of: (count: Count) => boolean) =>
    counts.reduce((total, count) => total + (of(count) ? count.count : 0), 0);
  const sent = (of: (count: Count) => boolean) => sum((count) => count.state === "sent" && of(count));
  const linked = (kind: string) => sent((count) => count.kind === kind && count.action === "link");
  return {
    created: sent(({ action }) => action === "create"),
    updated: sent(({ action }) => action === "update"),
    dependencies: linked("dependency"),
    planDependencies: linked("plan_dependency"),
    children: linked("child"),
    takenBack: sent(({ action }) => action === "unlink"),
    sent: sent(() => true),
    failed: sum(({ state }) => state === "failed"),
    open: sum(({ state }) => state === "planned" || state === "sending"),
    unanswered: sum(({ state }) => state === "sending"),
    all: sum(() => true),
  };
}

export async function tallyOf(db: Db, run: RunRow): Promise<Tally> {
  const counts = await stepsOf(db, run)
    .select(["kind", "action", "state", (count) => count.fn.countAll().as("count")])
    .groupBy(["kind", "action", "state"])
    .execute();
  return tally(counts.map((count) => ({ ...count, count: Number(count.count) })));
}
