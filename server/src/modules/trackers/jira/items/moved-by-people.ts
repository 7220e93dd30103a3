import type { Placement } from "../../tracker.ts";
import { type Fields, partOf, textOrNull } from "../answer.ts";
import type { Jira } from "../client.ts";
import { fetchIssues } from "./bulk-fetch.ts";
import type { HierarchyLevel } from "./hierarchy.ts";

export interface Move extends Omit<Placement, "parent" | "possibleParents"> {
  /** Undefined if gone, and for plans. */
  issue: Fields | undefined;
  to: HierarchyLevel;
  /** Null if unknown. */
  possibleParents: readonly HierarchyLevel[] | null;
}

const parentOf = (issue: Fields): string | null =>
  textOrNull(partOf(partOf(issue, "fields"), "parent"), "id");

export const isThere = (issue: Fields, { parent }: HierarchyLevel): boolean =>
  parentOf(issue) === (parent?.id ?? null);

/** Returns true if it is neither at its destination nor where a push may have left it. */
const isElsewhere = ({ issue, to, possibleParents, overwrite }: Move): boolean =>
  issue !== undefined &&
  !overwrite &&
  possibleParents !== null &&
  ![to, ...possibleParents].some((parent) => isThere(issue, parent));

export async function whatPeopleMoved(
  jira: Jira,
  moves: readonly Move[],
): Promise<ReadonlyMap<Move, string>> {
  const elsewhere = moves.filter(isElsewhere);
  const remaining = await fetchIssues(jira, elsewhere.filter(isLoose).flatMap(possibleParentIds), [
    "issuetype",
  ]);
  const left = ({ child }: Move, how: string) => `${child.key} was ${how} in Jira; it was left there.`;
  return new Map(
    elsewhere.flatMap((move) => {
      if (!isLoose(move)) return [[move, left(move, "put under another issue")] as const];
      // If the parent is gone, Jira removed the issue from it, not a user.
      const isTheirs = possibleParentIds(move).some((id) => remaining.has(id));
      return isTheirs ? [[move, left(move, "taken out of its parent")] as const] : [];
    }),
  );
}

const isLoose = ({ issue }: Move) => issue !== undefined && parentOf(issue) === null;

/** Returns parents in Jira's levels, which are fewer than the ledger's. */
const possibleParentIds = ({ possibleParents }: Move) =>
  (possibleParents ?? []).flatMap(({ parent }) => parent?.id ?? []);
