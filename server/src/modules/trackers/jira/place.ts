import { type ExternalRef, type Outcome, type Placement, TrackerError } from "../tracker.ts";
import { partOf } from "./answer.ts";
import type { Jira } from "./client.ts";
import { fetchIssues } from "./items/bulk-fetch.ts";
import { flattenedCaveat, haveTasksParents, hierarchyLevelOf } from "./items/hierarchy.ts";
import { link, unrelate } from "./items/issue-links.ts";
import { isThere, type Move, whatPeopleMoved } from "./items/moved-by-people.ts";
import { done, each, refused } from "./outcomes.ts";
import { levelOf } from "./project/issue-types.ts";
import { requireProject } from "./project/project.ts";
import type { Layout } from "./project/schema.ts";

/** Sets parents, or links if Jira has no level for the parent. */
export async function placeIssues(
  jira: Jira,
  layout: Layout,
  placements: readonly Placement[],
): Promise<Outcome[]> {
  const items = placements.filter(({ kind }) => kind === "item").map(({ child }) => child.id);
  const found = await fetchIssues(jira, items, ["issuetype", "parent"]);
  if (items.some((id) => !found.has(id))) await requireProject(jira, layout.project);
  const moves = placements.map(({ parent, possibleParents, ...placement }): Move => {
    const spot = (of: Placement["parent"]) => hierarchyLevelOf(layout, placement.kind, of ?? nothing);
    const issue = found.get(placement.child.id);
    return { ...placement, issue, to: spot(parent), possibleParents: possibleParents?.map(spot) ?? null };
  });
  const moved = await whatPeopleMoved(jira, moves);
  return each(moves, async (move) => {
    const left = moved.get(move);
    if (left !== undefined) return { done: true, remote: null, caveats: [], left };
    const caveats = move.kind === "item" ? await putUnder(jira, layout, move) : [];
    return done([...caveats, ...(await putBeside(jira, layout, move))]);
  });
}

const nothing = { container: null, items: [] };

/** Returns caveats. */
async function putUnder(jira: Jira, layout: Layout, { child, issue, to }: Move): Promise<string[]> {
  if (!issue) throw new TrackerError("refused", "missing", `${child.key} is no longer in Jira.`);
  const isSubTask = levelOf(partOf(partOf(issue, "fields"), "issuetype")) === -1;
  if (isSubTask !== (to.kind === layout.subTask)) {
    const into = isSubTask ? "a sub-task into a task" : "a task into a sub-task";
    throw refused(`Jira lets only people turn ${into}: ${child.key} stays where it is.`);
  }
  if (!isThere(issue, to)) {
    const body = to.parent
      ? { fields: { parent: { id: to.parent.id } } }
      : { update: { parent: [{ set: { none: true } }] } };
    await jira.call("PUT /issue/{id}", { in: { id: child.id }, body, issues: [child.id] });
  }
  return to.isFlattened ? [flattenedCaveat(child.key, to)] : [];
}

/** Shows the parent by a link. Removes only links of this kind: users relate issues too. */
async function putBeside(
  jira: Jira,
  layout: Layout,
  { kind, child, to, possibleParents }: Move,
): Promise<string[]> {
  const { relates } = layout.links;
  const { related } = to;
  if (kind === "item" && haveTasksParents(layout)) return [];
  if (!relates) {
    return related ? [`Jira shows no link from ${child.key} to its parent.`] : [];
  }
  if (related) await link(jira, relates, child, related);
  const others = (possibleParents ?? []).flatMap((spot): ExternalRef[] =>
    spot.related && spot.related.id !== related?.id ? [spot.related] : [],
  );
  await unrelate(jira, relates, child, others);
  return [];
}
