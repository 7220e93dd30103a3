import type { Stamped } from "../records.ts";
import { badArgument, LeftOut } from "./errors.ts";
import { passes, type Read } from "./filters.ts";

export const maxPage = 250;

export type ListArguments = {
  first?: number | null;
  after?: string | null;
  before?: string | null;
  last?: number | null;
  includeArchived?: boolean | null;
  orderBy?: "createdAt" | "updatedAt" | null;
  filter?: unknown;
  sort?: unknown;
};

/** Pages newest first, without archived records by default. Cursors are record ids. */
export function connection<T extends Stamped>(records: Iterable<T>, given: ListArguments, read: Read) {
  for (const name of ["before", "last", "sort"] as const)
    if (given[name] !== undefined && given[name] !== null) throw new LeftOut(`${name} of a list`);
  const first = given.first ?? 50;
  if (first < 1 || first > maxPage) throw badArgument(`first must be between 1 and ${maxPage}`);
  const all = [...records];
  const compare = (a: T, b: T) =>
    given.orderBy === "updatedAt" && a.updatedAt !== b.updatedAt
      ? b.updatedAt.localeCompare(a.updatedAt)
      : b.place - a.place;
  const found = all
    .filter((record) => given.includeArchived === true || record.archivedAt === null)
    .filter((record) => passes(record, given.filter, read))
    .sort(compare);
  // The cursor's record may have left the list; the page continues after its position.
  const mark = given.after ? all.find((record) => record.id === given.after) : undefined;
  if (given.after && mark === undefined) throw badArgument(`${given.after} is not a cursor of this list`);
  const after = mark === undefined ? 0 : found.findIndex((record) => compare(mark, record) < 0);
  const start = after === -1 ? found.length : after;
  const nodes = found.slice(start, start + first);
  return {
    nodes,
    edges: nodes.map((node) => ({ node, cursor: node.id })),
    pageInfo: {
      hasNextPage: start + first < found.length,
      hasPreviousPage: start > 0,
      startCursor: nodes[0]?.id ?? null,
      endCursor: nodes.at(-1)?.id ?? null,
    },
  };
}
