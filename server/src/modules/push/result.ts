import type { Provider, PushResult, PushState } from "@groundplan/contract";
import { planHandle } from "../handles.ts";
import type { shown } from "./sight.ts";
import type { Tally } from "./tally.ts";

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
  const { caveats, ...rest } = names;
  const more = caveats.length - mostCaveats;
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
