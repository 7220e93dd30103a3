import { pagesOf } from "../../../pages-of.ts";
import type { Outcome, Placement } from "../tracker.ts";
import { type Fields, fieldsOf, nodesOf, text } from "./answer.ts";
import { ask, type Linear } from "./client.ts";
import { spots } from "./graphql/documents.ts";
import { sendWrites, type Write } from "./graphql/writes.ts";
import { underOf } from "./items/inputs.ts";
import { isTrashed } from "./items/remote-item.ts";
import { throwIfAllFailed } from "./outcomes.ts";

/** The present places of the issues that are moved, and the parents that exist. */
interface Now {
  /** The places by the issues' ids. An issue that is missing here is refused by the write. */
  under: ReadonlyMap<string, Under>;
  /** The ids of issues and projects that exist and are not in the bin. */
  there: ReadonlySet<string>;
}

/** The ids of project and parent, null for none. */
type Under = ReturnType<typeof underOf>;

/**
 * Puts issues into projects and under other issues. A project lies under nothing in Linear; its text names its
 * parent.
 */
export async function place(linear: Linear, placements: readonly Placement[]): Promise<Outcome[]> {
  const now = await look(linear, placements.filter(mayBeMovedByPeople));
  const writes = placements.map((one): Write => {
    const at = mayBeMovedByPeople(one) ? now.under.get(one.child.id) : undefined;
    const left = at && movedByPeople(one, at, now);
    const isSent = one.kind === "item" && left === undefined;
    const variables = { id: one.child.id, input: underOf(one.parent) };
    return { mutation: isSent ? { kind: "issueUpdate", variables } : null, caveats: [], left };
  });
  return throwIfAllFailed(await sendWrites(linear, writes));
}

/** Returns true where people may have moved it, so that its place must be read; else it is put where it belongs. */
const mayBeMovedByPeople = ({ kind, possibleParents, overwrite }: Placement) =>
  kind === "item" && possibleParents !== null && !overwrite;

const heldBy = ({ possibleParents }: Placement): Under[] => (possibleParents ?? []).map(underOf);

const mostAtOnce = 100;

async function look(linear: Linear, placements: readonly Placement[]): Promise<Now> {
  const above = placements.flatMap(heldBy).flatMap(({ parentId, projectId }) => [parentId, projectId]);
  const ids = new Set([...placements.map(({ child }) => child.id), ...above.filter((id) => id !== null)]);
  const under = new Map<string, Under>();
  const there = new Set<string>();
  for (const page of pagesOf([...ids], mostAtOnce)) {
    const { data } = await ask(linear, spots, { ids: page, first: page.length });
    const issues = nodesOf(data.issues);
    for (const issue of issues) under.set(text(issue, "id"), underIn(issue));
    for (const one of [...issues, ...nodesOf(data.projects)]) if (!isTrashed(one)) there.add(text(one, "id"));
  }
  return { under, there };
}

function underIn({ parent, project }: Fields): Under {
  // An issue whose parent is in the bin lies under nothing.
  const idOf = (above: unknown) =>
    above === null || isTrashed(fieldsOf(above)) ? null : text(fieldsOf(above), "id");
  return { parentId: idOf(parent), projectId: idOf(project) };
}

/**
 * Returns a sentence where people have moved it: it lies neither where it goes nor, as a whole, where a push left it.
 */
function movedByPeople(placement: Placement, at: Under, { there }: Now): string | undefined {
  const { key } = placement.child;
  const possibleParents = heldBy(placement);
  // Linear itself takes it out only where its parent is deleted.
  const isTaken = (part: keyof Under) =>
    at[part] === null && !possibleParents.some((one) => there.has(one[part] ?? ""));
  const isAt = (part: keyof Under) => (one: Under) => isTaken(part) || one[part] === at[part];
  const ofIssue = [...possibleParents, underOf(placement.parent)].filter(isAt("parentId"));
  if (ofIssue.length === 0)
    return at.parentId === null
      ? `${key} was taken out from under its issue in Linear; it was left as it is.`
      : `${key} was put under another issue in Linear; it was left there.`;
  if (ofIssue.some(isAt("projectId"))) return undefined;
  return at.projectId === null
    ? `${key} was taken out of its project in Linear; it was left as it is.`
    : `${key} was put into another project in Linear; it was left there.`;
}
