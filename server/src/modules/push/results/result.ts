import type { Provider, PushResult, PushState } from "@groundplan/contract";
import type { Db } from "../../../storage/dialect.ts";
import type { PushStepState } from "../../../storage/tables/push.ts";
import { planHandle } from "../../handles.ts";
import type { Caveat } from "../ledger/caveats.ts";
import { type PushRow, type StepRow, stepsOf } from "../ledger/pushes.ts";
import { isOpen, isWritten, stateToTell } from "../ledger/states.ts";
import type { visibleParts } from "./visibility.ts";

interface Count {
  kind: StepRow["kind"];
  action: StepRow["action"];
  state: PushStepState;
  count: number;
}

export interface StepCounts {
  created: number;
  updated: number;
  dependencies: number;
  planDependencies: number;
  children: number;
  /** All kinds; not counted as dependencies or children. */
  unlinked: number;
  /** All kinds and actions. */
  sent: number;
  failed: number;
  released?: number;
  /** Held by users' edits in the tracker. */
  conflicts: number;
  open: number;
  /** Open steps that create something. */
  toMake: number;
  unanswered: number;
  all: number;
}

/** The stored end of a push; each reader's result is derived from it. */
export interface PushOutcome {
  tally: StepCounts;
  /** Returns the most important caveats first. */
  caveats: Caveat[];
  message: string;
}

export function countSteps(counts: readonly Count[]): StepCounts {
  const sum = (of: (count: Count) => boolean) =>
    counts.reduce((total, count) => total + (of(count) ? count.count : 0), 0);
  const sent = (of: (count: Count) => boolean) => sum((count) => isWritten(count.state) && of(count));
  const linked = (kind: StepRow["kind"]) => sent((count) => count.kind === kind && count.action === "link");
  return {
    created: sent(({ action }) => action === "create"),
    updated: sent(({ action }) => action === "update"),
    dependencies: linked("dependency"),
    planDependencies: linked("plan_dependency"),
    children: linked("child"),
    unlinked: sent(({ action }) => action === "unlink"),
    sent: sent(() => true),
    failed: sum(({ state }) => state === "failed"),
    released: sum(({ state }) => state === "released"),
    conflicts: sum(({ state }) => stateToTell(state) === "conflict"),
    open: sum(({ state }) => isOpen(state)),
    toMake: sum(({ state, action }) => isOpen(state) && (action === "create" || action === "link")),
    unanswered: sum(({ state }) => state === "sending"),
    all: sum(() => true),
  };
}

export async function stepCountsOf(db: Db, push: PushRow): Promise<StepCounts> {
  const counts = await stepsOf(db, push)
    .select(["kind", "action", "state", (count) => count.fn.countAll().as("count")])
    .groupBy(["kind", "action", "state"])
    .execute();
  return countSteps(counts.map((count) => ({ ...count, count: Number(count.count) })));
}

const mostCaveats = 20;

interface Facts {
  pushId: string | null;
  status: PushState;
  provider: Provider;
  planNumber: number;
  target: string;
  names: ReturnType<typeof visibleParts>;
  tally: StepCounts;
  message: string;
}

/** Returns at most 20 caveats, most important first. */
export function resultOf({
  pushId,
  status,
  provider,
  planNumber,
  target,
  names,
  tally,
  message,
}: Facts): PushResult {
  const { caveats, moreCaveats, ...rest } = names;
  const more = Math.max(0, caveats.length - mostCaveats) + moreCaveats;
  return {
    pushId,
    status,
    provider,
    planShortId: planHandle(planNumber),
    projectExternalId: target,
    ...countsOf(tally),
    caveats: more > 0 ? [...caveats.slice(0, mostCaveats), `And ${more} more.`] : [...caveats],
    message,
    ...rest,
  };
}

/** Returns counts shared by a result and its event. */
export const countsOf = (tally: StepCounts) => ({
  pushedItemCount: tally.created + tally.updated,
  dependencyCount: tally.dependencies,
  planEdgeCount: tally.planDependencies,
});

const some = (count: number, one: string, many: string) =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

/** Returns `2 issues created, 1 updated`, or "". */
export function changeSummary(tally: StepCounts): string {
  return [
    ...some(tally.created, "issue created", "issues created"),
    ...some(tally.updated, "issue updated", "issues updated"),
    ...some(tally.children, "sub-issue placed", "sub-issues placed"),
    ...some(tally.dependencies + tally.planDependencies, "dependency written", "dependencies written"),
    ...some(tally.released ?? 0, "issue released", "issues released"),
    ...some(tally.unlinked, "link removed", "links removed"),
  ].join(", ");
}
