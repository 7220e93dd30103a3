import { databases } from "./databases.ts";

/**
 * Returns alternate cases, the rest on the other database; all in `test:long`. A matrix passes its row number
 * as `turn`, so that each case runs on both databases.
 */
export function half<T>(
  cases: readonly T[],
  create: (typeof databases)[number]["create"],
  turn = 0,
): readonly T[] {
  return part(2, cases, create, turn);
}

/** Returns every n-th case, a different set per turn and database. Needs at least `parts` cases. */
export function part<T>(
  parts: number,
  cases: readonly T[],
  create: (typeof databases)[number]["create"],
  turn: number,
): readonly T[] {
  if (process.env.LONG) return cases;
  const first = turn + (databases.findIndex((one) => one.create === create) * parts) / 2;
  return cases.filter((_, n) => (n + first) % parts === 0);
}
