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
  const first = turn + databases.findIndex((one) => one.create === create);
  return process.env.LONG ? cases : cases.filter((_, n) => (n + first) % 2 === 0);
}
