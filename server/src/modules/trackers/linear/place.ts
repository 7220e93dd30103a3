import { pagesOf } from "../../../pages-of.ts";
import type { Outcome, Placement } from "../tracker.ts";
import { type Fields, fieldsOf, nodesOf, text } from "./answer.ts";
import { ask, type Linear } from "./client.ts";
import { spots } from "./graphql/documents.ts";
import { sendWrites, type Write } from "./graphql/writes.ts";
import { underOf } from "./items/inputs.ts";
import { isTrashed } from "./items/remote-item.ts";
import { throwIfAllFailed } from "./outcomes.ts";

interface Now {
  /** By issue id. The write refuses a missing issue. */
  under: ReadonlyMap<string, Under>;
  /** Issues and projects neither missing nor trashed. */
  there: ReadonlySet<string>;
}

type Under = ReturnType<typeof underOf>;

/** Skips projects, which have no parent in Linear; their text names it. */
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

/** Returns true if the parent must be read first. */
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
    for (const node of [...issues, ...nodesOf(data.projects)])
      if (!isTrashed(node)) there.add(text(node, "id"));
  }
  return { under, there };
}

function underIn({ parent, project }: Fields): Under {
  // A trashed parent counts as none.
  const idOf = (above: unknown) =>
    above === null || isTrashed(fieldsOf(above)) ? null : text(fieldsOf(above), "id");
  return { parentId: idOf(parent), projectId: idOf(project) };
}

/** Returns a caveat if it is neither at its destination nor wholly where a push left it. */
function movedByPeople(placement: Placement, under: Under, { there }: Now): string | undefined {
  const { key } = placement.child;
  const possibleParents = heldBy(placement);
  // Linear removes an issue only from a deleted parent.
  const isTaken = (part: keyof Under) =>
    under[part] === null && !possibleParents.some((one) => there.has(one[part] ?? ""));
  const isAt = (part: keyof Under) => (one: Under) => isTaken(part) || one[part] === under[part];
  const ofIssue = [...possibleParents, underOf(placement.parent)].filter(isAt("parentId"));
  if (ofIssue.length === 0)
    return under.parentId === null
      ? `${key} was removed from its parent issue in Linear; it was left unchanged.`
      : `${key} was put under another issue in Linear; it was left there.`;
  if (ofIssue.some(isAt("projectId"))) return undefined;
  return under.projectId === null
    ? `${key} was removed from its project in Linear; it was left unchanged.`
    : `${key} was put into another project in Linear; it was left there.`;
}
