import { directParent, mayLieUnderNothing, possibleParentRefs } from "../../possible-parents.ts";
import type { ExternalRef, Placement } from "../../tracker.ts";
import { fieldsOf } from "../answer.ts";
import type { GitHub } from "../client.ts";
import { isRefused } from "../errors.ts";
import { addressIn, addressOf, type Home, type IssueAddress, issue } from "../repository.ts";

/** At the requested parent, where a push left it, without a parent, or moved by a user. */
type ParentPosition = "there" | "ours" | "nowhere" | "people's";

export function positionOf(placement: Placement, parentId: string | null): ParentPosition {
  if (parentId === (directParent(placement.parent)?.id ?? null)) return "there";
  if (parentId === null) return "nowhere";
  return possibleParentRefs(placement).some(({ id }) => id === parentId) ? "ours" : "people's";
}

/** Checks whether GitHub itself removed the parent, as it does only when that is deleted. */
export async function wasTakenOut(
  github: GitHub,
  home: Home,
  placement: Pick<Placement, "possibleParents">,
): Promise<boolean> {
  if (mayLieUnderNothing(placement)) return false;
  for (const parent of possibleParentRefs(placement)) {
    const there = await found(github(`GET ${issue}`, { ...addressOf(home, parent) }));
    if (there !== null && String(fieldsOf(there.data).id) === parent.id) return true;
  }
  return false;
}

export const putElsewhere = ({ key }: ExternalRef) =>
  `${key} was put under another issue in GitHub; it was left there.`;

export const takenOut = ({ key }: ExternalRef) =>
  `${key} was removed from its parent issue in GitHub; it was left unchanged.`;

/** Throws `missing` if the issue doesn't exist. */
export async function parentNow(
  github: GitHub,
  at: IssueAddress,
): Promise<{ id: string; at: IssueAddress } | null> {
  const above = await found(github(`GET ${issue}/parent`, { ...at }));
  if (above) return { id: String(fieldsOf(above.data).id), at: addressIn(fieldsOf(above.data)) };
  await github(`GET ${issue}`, { ...at });
  return null;
}

/** Turns `missing` into null. */
export async function found<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (isRefused(error, ["missing"])) return null;
    throw error;
  }
}
