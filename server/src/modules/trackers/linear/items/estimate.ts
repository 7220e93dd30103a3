import type { Item } from "../../tracker.ts";
import type { Team } from "./team.ts";

/** By `Team.issueEstimationType`. Linear stores T-shirt sizes as numbers. */
const scales: Readonly<Record<string, readonly number[]>> = {
  linear: [1, 2, 3, 4, 5],
  fibonacci: [1, 2, 3, 5, 8],
  tShirt: [1, 2, 3, 5, 8],
  exponential: [1, 2, 4, 8, 16],
};

/** Returns undefined if the team's scale is unknown or off. */
export function estimateOf(team: Team, { effort }: Pick<Item, "effort">): number | null | undefined {
  const scale = scales[team.estimation];
  if (!scale) return undefined;
  return effort === null ? null : (scale[effort - 1] ?? null);
}

/** Words the caveat alike for all items, so that it shows once. */
export function estimateCaveats(team: Team, item: Pick<Item, "effort">): string[] {
  const isLeftOut = item.effort !== null && estimateOf(team, item) === undefined;
  return isLeftOut ? [`Efforts were left out: the Linear team ${team.key} does not use estimates.`] : [];
}
