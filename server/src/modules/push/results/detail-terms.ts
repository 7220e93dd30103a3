import type { Item, RemoteItem, SingleDetail, Term, Tracker } from "../../trackers/tracker.ts";
import type { Terms } from "../ledger/compare-details.ts";
import { accountOf, type People } from "./people.ts";

/** Tells what an item's details are in the tracker. A caveat of the push has named unknown assignees. */
export const termsFor = (
  { termOf }: Pick<Tracker, "termOf">,
  people: People,
  labels: ReadonlyMap<string, string>,
  item: Item,
  remote: RemoteItem,
): Terms => ({
  labels,
  of(detail: SingleDetail): Term {
    if (detail !== "assignee") return termOf(remote, item, detail);
    const userId = item.details?.assignee;
    if (!userId) return { value: "" };
    const account = accountOf(people, userId);
    return account === undefined ? { why: "" } : { value: account };
  },
});

/** Asks for nothing if no item has labels. */
export async function labelTermsOf(
  tracker: Pick<Tracker, "labelTerms">,
  target: string,
  items: readonly Item[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Set(items.flatMap(({ details }) => details?.labels ?? []).map(({ name }) => name));
  return names.size === 0 ? new Map() : tracker.labelTerms(target, [...names]);
}
