import { pagesOf } from "../../pages-of.ts";
import type { Outcome, Placement } from "../tracker.ts";
import { ask, type Linear } from "./client.ts";
import { spots } from "./documents.ts";
import { underOf } from "./inputs.ts";
import { type Fields, fieldsOf, nodesOf, text } from "./read.ts";
import { isTrashed } from "./seen.ts";
import { carryOut, type Work } from "./write.ts";

/** What Linear has now of the issues that are placed, and of what pushes put them under. */
interface Now {
  /** By the issue's id; what is missing here is refused by the write. */
  under: ReadonlyMap<string, Under>;
  /** Ids of issues and projects that are there and not in the bin. */
  there: ReadonlySet<string>;
}

/** Ids, null for nothing. */
type Under = ReturnType<typeof underOf>;

/**
 * Puts issues into projects and under other issues. A project lies under nothing in Linear; its text says what it is
 * a part of.
 */
export async function place(linear: Linear, placements: readonly Placement[]): Promise<Outcome[]> {
  const now = await look(linear, placements.filter(isJudged));
  const works = placements.map((one): Work => {
    const at = isJudged(one) ? now.under.get(one.child.id) : undefined;
    const left = at && whyLeft(one, at, now);
    const isSent = one.sort === "item" && left === undefined;
    const variables = { id: one.child.id, input: underOf(one.parent) };
    return { mutation: isSent ? { kind: "issueUpdate", variables } : null, caveats: [], left };
  });
  return carryOut(linear, works);
}

/** Else it is put where it belongs, wherever it lies. */
const isJudged = ({ sort, held, overwrite }: Placement) => sort === "item" && held !== null && !overwrite;

const heldBy = ({ held }: Placement): Under[] => (held ?? []).map(underOf);

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
  const idOf = (above: unknown) => (above === null ? null : text(fieldsOf(above), "id"));
  return { parentId: idOf(parent), projectId: idOf(project) };
}

/** A sentence where people put it where it lies: neither there nor, as a whole, where a push left it. */
function whyLeft(placement: Placement, at: Under, { there }: Now): string | undefined {
  const { key } = placement.child;
  const held = heldBy(placement);
  // Linear itself takes it out only where what it lay under is deleted.
  const isTaken = (part: keyof Under) => at[part] === null && !held.some((one) => there.has(one[part] ?? ""));
  const isAt = (part: keyof Under) => (one: Under) => isTaken(part) || one[part] === at[part];
  const ofIssue = [...held, underOf(placement.parent)].filter(isAt("parentId"));
  if (ofIssue.length === 0)
    return at.parentId === null
      ? `${key} was taken out from under its issue in Linear; it was left as it is.`
      : `${key} was put under another issue in Linear; it was left there.`;
  if (ofIssue.some(isAt("projectId"))) return undefined;
  return at.projectId === null
    ? `${key} was taken out of its project in Linear; it was left as it is.`
    : `${key} was put into another project in Linear; it was left there.`;
}
