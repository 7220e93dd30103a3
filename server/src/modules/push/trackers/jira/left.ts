import type { Placement } from "../tracker.ts";
import type { Jira } from "./client.ts";
import { fetchIssues } from "./fetch.ts";
import { type Fields, partOf, textOrNull } from "./read.ts";
import type { Spot } from "./spot.ts";

/** A placement in Jira's levels. */
export interface Move extends Omit<Placement, "parent" | "held"> {
  /** As it is; undefined where it is gone, and for plans. */
  issue: Fields | undefined;
  to: Spot;
  /** Where pushes may have left it; null where nobody knows. */
  held: readonly Spot[] | null;
}

const parentOf = (issue: Fields): string | null =>
  textOrNull(partOf(partOf(issue, "fields"), "parent"), "id");

export const isThere = (issue: Fields, { parent }: Spot): boolean => parentOf(issue) === (parent?.id ?? null);

/** Neither there nor where a push may have left it. */
const isElsewhere = ({ issue, to, held, overwrite }: Move): boolean =>
  issue !== undefined && !overwrite && held !== null && ![to, ...held].some((spot) => isThere(issue, spot));

/** A sentence for each one that people put elsewhere. */
export async function whatPeopleMoved(
  jira: Jira,
  moves: readonly Move[],
): Promise<ReadonlyMap<Move, string>> {
  const elsewhere = moves.filter(isElsewhere);
  const remaining = await fetchIssues(jira, elsewhere.filter(isLoose).flatMap(heldParents), ["issuetype"]);
  const left = ({ child }: Move, how: string) => `${child.key} was ${how} in Jira; it was left there.`;
  return new Map(
    elsewhere.flatMap((move) => {
      if (!isLoose(move)) return [[move, left(move, "put under another issue")] as const];
      // Where what it lay under is gone, Jira took it out, not people.
      const isTheirs = heldParents(move).some((id) => remaining.has(id));
      return isTheirs ? [[move, left(move, "taken out of its parent")] as const] : [];
    }),
  );
}

const isLoose = ({ issue }: Move) => issue !== undefined && parentOf(issue) === null;

/** In Jira, which has fewer levels than the ledger. */
const heldParents = ({ held }: Move) => (held ?? []).flatMap(({ parent }) => parent?.id ?? []);
