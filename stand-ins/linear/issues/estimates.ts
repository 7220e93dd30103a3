import type { Team } from "../records.ts";

/** The scales of `Team.issueEstimationType`: standard values, then extended ones. */
const scales = {
  notUsed: [[], []],
  exponential: [
    [1, 2, 4, 8, 16],
    [32, 64],
  ],
  fibonacci: [
    [1, 2, 3, 5, 8],
    [13, 21],
  ],
  linear: [
    [1, 2, 3, 4, 5],
    [6, 7],
  ],
  tShirt: [
    [1, 2, 3, 5, 8],
    [13, 21],
  ],
} as const;

export type EstimationType = keyof typeof scales;

/** Returns allowed estimates; none if the team doesn't estimate. */
export function estimatesOf(team: Team): number[] {
  const [usual, extended] = scales[team.issueEstimationType];
  const zero = team.issueEstimationAllowZero && usual.length > 0 ? [0] : [];
  return [...zero, ...usual, ...(team.issueEstimationExtended ? extended : [])];
}
