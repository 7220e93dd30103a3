import type { Provider, PushResult, PushState } from "@groundplan/contract";
import type { Db } from "../../storage/dialect.ts";
import { planHandle } from "../handles.ts";
import { type RunRow, stepsOf } from "./runs.ts";
import type { shown } from "./sight.ts";

/** How many steps of a kind and action are in a state. */
interface Count {
  kind: string;
  action: string;
  state: string;
  count: number;
}

/** The state of a conflict of which other fields were written. To people it is a `conflict`. */
export const wroteInPart = "conflict_in_part";

export const stateToTell = (state: string) => (state === wroteInPart ? "conflict" : state);

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
  /** Left to people, who edited them in the tracker. */
  conflicts: number;
  open: number;
  /** Of the open ones, those that make something new in the tracker. */
  toMake: number;
  /** A call went out that nobody has heard of since. */
  unanswered: number;
  all: number;
}

const isOpen = ({ state }: Count) => state === "planned" || state === "sending";

export function tally(counts: readonly Count[]): Tally {
  const sum = (of: (count: Count) => boolean) =>
    counts.reduce((total, count) => total + (of(count) ? count.count : 0), 0);
  const hasWritten = ({ state }: Count) => state === "sent" || state === wroteInPart;
  const sent = (of: (count: Count) => boolean) => sum((count) => hasWritten(count) && of(count));
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
    conflicts: sum(({ state }) => stateToTell(state) === "conflict"),
    open: sum(isOpen),
    toMake: sum((count) => isOpen(count) && (count.action === "create" || count.action === "link")),
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

const mostCaveats = 20;

interface Facts {
  pushId: string | null;
  status: PushState;
  provider: string;
  planNumber: number;
  target: string;
  /** What the reader may see. */
  names: ReturnType<typeof shown>;
  tally: Tally;
  message: string;
}

/** A push as the contract's result. At most 20 caveats are told, the most important first. */
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
    provider: provider as Provider,
    planShortId: planHandle(planNumber),
    projectExternalId: target,
    ...countsOf(tally),
    caveats: more > 0 ? [...caveats.slice(0, mostCaveats), `And ${more} more.`] : [...caveats],
    message,
    ...rest,
  };
}

/** The counts of a result, which its event carries too. */
export const countsOf = (tally: Tally) => ({
  pushedItemCount: tally.created + tally.updated,
  dependencyCount: tally.dependencies,
  planEdgeCount: tally.planDependencies,
});

const some = (count: number, one: string, many: string) =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

/** What was or would be done, `2 issues created, 1 updated`; empty where there is nothing. */
export function deeds(tally: Tally): string {
  return [
    ...some(tally.created, "issue created", "issues created"),
    ...some(tally.updated, "issue updated", "issues updated"),
    ...some(tally.children, "sub-issue placed", "sub-issues placed"),
    ...some(tally.dependencies + tally.planDependencies, "dependency written", "dependencies written"),
    ...some(tally.takenBack, "link taken back", "links taken back"),
  ].join(", ");
}
