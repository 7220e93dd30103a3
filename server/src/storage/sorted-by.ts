/**
 * Sorts rows by a text column of their key. Sorted in the query, SQLite would walk all rows of the workspace in
 * that order instead of using the index of its conditions.
 */
export const sortedBy = <Column extends string, Row extends Record<Column, string>>(
  rows: readonly Row[],
  column: Column,
): Row[] => rows.toSorted((a, b) => (a[column] < b[column] ? -1 : a[column] > b[column] ? 1 : 0));
