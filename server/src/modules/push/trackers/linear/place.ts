import type { External, Outcome, Placement } from "../tracker.ts";
import { ask, type Linear } from "./client.ts";
import { spots } from "./documents.ts";
import { underOf } from "./inputs.ts";
import { type Fields, fieldsOf, nodesOf, text } from "./read.ts";
import { isTrashed } from "./seen.ts";
import { carryOut, type Work } from "./write.ts";

/** What Linear has now of the issues that are placed, and of what a push put them under. */
interface Now {
  /** By the issue's id; what is missing here is refused by the write. */
  under: ReadonlyMap<string, Under>;
  /** Ids of those that are there and not in the bin. */
  issues: ReadonlySet<string>;
  projects: ReadonlySet<string>;
}

/** Ids, null for nothing. */
type Under = ReturnType<typeof underOf>;

/**
 * Puts issues into projects and under other issues. A project lies under nothing in Linear; its text says what it is
 * a part of.
 */
export async function place(linear: Linear, placements: readonly Placement[]): Promise<Outcome[]> {
  const items = placements.filter(({ sort }) => sort === "item");
  const now = items.length > 0 ? await look(linear, items) : null;
  const works = placements.map((one): Work => {
    const at = one.sort === "item" ? now?.under.get(one.child.id) : undefined;
    const left = now && at ? whyLeft(one, at, now) : null;
    const variables = { id: one.child.id, input: underOf(one.parent) };
    const isSent = one.sort === "item" && left === null;
    return { mutation: isSent ? { kind: "issueUpdate", variables } : null, caveats: left ? [left] : [] };
  });
  return carryOut(linear, works);
}

async function look(linear: Linear, placements: readonly Placement[]): Promise<Now> {
  const ids = new Set(placements.flatMap((one) => [one.child.id, ...oursOf(one).map(({ id }) => id)]));
  const { data } = await ask(linear, spots, { ids: [...ids], first: ids.size });
  const issues = nodesOf(data.issues);
  const idsOf = (nodes: Fields[]) =>
    new Set(nodes.filter((node) => !isTrashed(node)).map((node) => text(node, "id")));
  return {
    under: new Map(issues.map((node) => [text(node, "id"), underIn(node)])),
    issues: idsOf(issues),
    projects: idsOf(nodesOf(data.projects)),
  };
}

function underIn({ parent, project }: Fields): Under {
  const idOf = (above: unknown) => (above === null ? null : text(fieldsOf(above), "id"));
  return { parentId: idOf(parent), projectId: idOf(project) };
}

const oursOf = ({ before, maybe }: Placement): External[] => [before, maybe].filter((one) => one !== null);

/** Only issues have numbers. */
const isProject = ({ number }: External) => number === null;

/** A sentence where people put it where it lies: neither there nor where a push left it. */
function whyLeft(placement: Placement, { parentId, projectId }: Under, now: Now): string | null {
  const { child, parent, before, maybe, overwrite } = placement;
  if (overwrite && parent !== null) return null;
  const wanted = underOf(parent);
  const ours = oursOf(placement);
  const wasUnder = before !== null && now.issues.has(before.id) && !(maybe && isProject(maybe));
  const issue = moved(parentId, wanted.parentId, ours, wasUnder);
  if (issue === "elsewhere") return `${child.key} was put under another issue in Linear; it was left there.`;
  if (issue === "out")
    return `${child.key} was taken out from under its issue in Linear; it was left as it is.`;
  // Which project a push left it in is not known where it lay under an issue.
  if (!ours.every(isProject)) return null;
  const wasIn = before !== null && now.projects.has(before.id);
  const project = moved(projectId, wanted.projectId, ours, wasIn);
  if (project === "elsewhere")
    return `${child.key} was put into another project in Linear; it was left there.`;
  return project === "out"
    ? `${child.key} was taken out of its project in Linear; it was left as it is.`
    : null;
}

/** What people did with it. Linear itself takes it out only where what it lay under is deleted. */
function moved(at: string | null, wanted: string | null, ours: readonly External[], isThere: boolean) {
  if (at === wanted || ours.some(({ id }) => id === at)) return null;
  if (at !== null) return "elsewhere";
  return isThere ? "out" : null;
}
