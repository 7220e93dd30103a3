import { databases } from "./databases.ts";

/**
 * Returns every other case of a matrix, and the ones between for the other database; all of them in `test:long`. With
 * `turn` 1 the halves are exchanged: a matrix of rows and cases counts its rows in it, so that each case comes to both
 * databases.
 */
export function half<T>(
  cases: readonly T[],
  create: (typeof databases)[number]["create"],
  turn = 0,
): readonly T[] {
  return part(2, cases, create, turn);
}

/**
 * Returns every n-th case in the same way: each turn has others, and in the same turn the two databases have different
 * ones. There are as many cases as `parts` at least, so that each turn has one.
 */
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
