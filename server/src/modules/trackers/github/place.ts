import { directParent, mayLieUnderNothing, possibleParentRefs } from "../possible-parents.ts";
import type { ExternalRef, Outcome, Placement } from "../tracker.ts";
import { type Linking, lists } from "./items/linking.ts";
import { parentNow, positionOf, putElsewhere, takenOut, wasTakenOut } from "./items/parents.ts";
import { done, each } from "./outcomes.ts";
import { addressOf, type Home, issue } from "./repository.ts";

/** Runs sequentially: GitHub orders sub-issues by call, and refuses the last over its limit. */
export const placeIssues = (
  linking: Linking,
  home: Home,
  placements: readonly Placement[],
): Promise<Outcome[]> =>
  each(placements, 1, async (placement) => done(await place(linking, home, placement)));

/** Returns a caveat if a user's move was kept, else null. */
async function place(linking: Linking, home: Home, placement: Placement): Promise<string | null> {
  const above = directParent(placement.parent);
  if (above === null && isNew(placement)) return null;
  linking.require("sub-issues");
  return above === null ? leave(linking, home, placement) : enter(linking, home, placement, above);
}

/** Skips reading the parent on a first placement, since GitHub refuses an issue that already has one. */
async function enter(
  linking: Linking,
  home: Home,
  placement: Placement,
  above: ExternalRef,
): Promise<string | null> {
  const { github } = linking;
  const { child } = placement;
  const address = addressOf(home, above);
  const look = async () =>
    positionOf(placement, (await parentNow(github, addressOf(home, child)))?.id ?? null);
  let spot = possibleParentRefs(placement).length > 0 ? await look() : "nowhere";
  const isPeoples = () => spot === "people's" && mayBeMovedByPeople(placement);
  if (spot === "there") return null;
  if (isPeoples()) return putElsewhere(child);
  if (spot === "nowhere" && mayBeMovedByPeople(placement) && (await wasTakenOut(github, home, placement)))
    return takenOut(child);
  const replace = !mayBeMovedByPeople(placement) || spot === "ours" ? { replace_parent: true } : {};
  const sent = { ...address, sub_issue_id: Number(child.id), ...replace };
  await linking.make({
    feature: "sub-issues",
    at: address,
    write: () => github(`POST ${lists["sub-issues"]}`, sent),
    async isDone() {
      spot = await look();
      return spot === "there" || isPeoples();
    },
    sentence: `GitHub does not accept ${child.key} under its parent; it allows 100 sub-issues of the same owner per issue, 8 levels deep.`,
  });
  return isPeoples() ? putElsewhere(child) : null;
}

async function leave(linking: Linking, home: Home, placement: Placement): Promise<string | null> {
  const { github } = linking;
  const { child } = placement;
  const above = await parentNow(github, addressOf(home, child));
  if (above === null) return null;
  if (mayBeMovedByPeople(placement) && positionOf(placement, above.id) === "people's")
    return putElsewhere(child);
  const { at: address } = above;
  await linking.make({
    feature: "sub-issues",
    at: address,
    write: () => github(`DELETE ${issue}/sub_issue`, { ...address, sub_issue_id: Number(child.id) }),
    isDone: async () => (await parentNow(github, addressOf(home, child)))?.id !== above.id,
    sentence: `GitHub does not remove ${child.key} from its old parent.`,
  });
  return null;
}

/** Returns true if the parent must be read first. */
const mayBeMovedByPeople = ({ possibleParents, overwrite }: Placement) =>
  possibleParents !== null && !overwrite;

const isNew = (placement: Placement) =>
  mayBeMovedByPeople(placement) &&
  mayLieUnderNothing(placement) &&
  possibleParentRefs(placement).length === 0;
