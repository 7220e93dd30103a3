import { directParent, heldParents, heldUnderNothing } from "../held.ts";
import type { External, Placement } from "../tracker.ts";
import type { GitHub } from "./client.ts";
import { isRefused } from "./errors.ts";
import { fieldsOf } from "./read.ts";
import { addressIn, type IssueAddress } from "./repositories.ts";

/** Where calls find an issue. */
export type Locate = (external: External) => IssueAddress;

const issue = "/repos/{owner}/{repo}/issues/{issue_number}";

/** What an issue lies under, as far as a push has to do with it. */
type Spot = "there" | "ours" | "nowhere" | "people's";

/** Where a parent of this id is for a placement. */
export function spotOf(placement: Placement, parentId: string | null): Spot {
  if (parentId === (directParent(placement.parent)?.id ?? null)) return "there";
  if (parentId === null) return "nowhere";
  return heldParents(placement).some(({ id }) => id === parentId) ? "ours" : "people's";
}

/** Of one that lies under nothing: GitHub itself takes it out only where what it lay under is deleted. */
export async function wasTakenOut(
  github: GitHub,
  locate: Locate,
  placement: Pick<Placement, "held">,
): Promise<boolean> {
  if (heldUnderNothing(placement)) return false;
  for (const parent of heldParents(placement)) {
    const there = await found(github(`GET ${issue}`, { ...locate(parent) }));
    if (there !== null && String(fieldsOf(there.data).id) === parent.id) return true;
  }
  return false;
}

export const putElsewhere = ({ key }: External) =>
  `${key} was put under another issue in GitHub; it was left there.`;

export const takenOut = ({ key }: External) =>
  `${key} was taken out from under its issue in GitHub; it was left as it is.`;

/** Null where it lies under nothing; throws `missing` where it is not there itself. */
export async function parentNow(
  github: GitHub,
  at: IssueAddress,
): Promise<{ id: string; at: IssueAddress } | null> {
  const above = await found(github(`GET ${issue}/parent`, { ...at }));
  if (above) return { id: String(fieldsOf(above.data).id), at: addressIn(fieldsOf(above.data)) };
  await github(`GET ${issue}`, { ...at });
  return null;
}

/** Null for what is not there. */
export async function found<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (isRefused(error, ["missing"])) return null;
    throw error;
  }
}
