import { type External, type Outcome, type Placement, TrackerError } from "../tracker.ts";
import type { Jira } from "./client.ts";
import { done, each, refused } from "./each.ts";
import { fetchIssues } from "./fetch.ts";
import type { Layout } from "./layout.ts";
import { isThere, type Move, whatPeopleMoved } from "./left.ts";
import { link, unrelate } from "./links.ts";
import { needsProject } from "./project.ts";
import { partOf } from "./read.ts";
import { flattenedCaveat, haveTasksParents, spotOf } from "./spot.ts";
import { levelOf } from "./types.ts";

/** Puts issues under others, or beside them with a link where Jira has no level for it. */
export async function placeIssues(
  jira: Jira,
  layout: Layout,
  placements: readonly Placement[],
): Promise<Outcome[]> {
  const items = placements.filter(({ sort }) => sort === "item").map(({ child }) => child.id);
  const found = await fetchIssues(jira, items, ["issuetype", "parent"]);
  if (items.some((id) => !found.has(id))) await needsProject(jira, layout.project);
  const moves = placements.map(({ parent, held, ...placement }): Move => {
    const spot = (of: Placement["parent"]) => spotOf(layout, placement.sort, of ?? nothing);
    const issue = found.get(placement.child.id);
    return { ...placement, issue, to: spot(parent), held: held?.map(spot) ?? null };
  });
  const moved = await whatPeopleMoved(jira, moves);
  return each(moves, async (move) => {
    const left = moved.get(move);
    if (left !== undefined) return { done: true, seen: null, caveats: [], left };
    const caveats = move.sort === "item" ? await putUnder(jira, layout, move) : [];
    return done([...caveats, ...(await putBeside(jira, layout, move))]);
  });
}

const nothing = { container: null, items: [] };

/** Answers caveats. */
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

/** Only where such links are made are they taken back: people relate issues too. */
async function putBeside(jira: Jira, layout: Layout, { sort, child, to, held }: Move): Promise<string[]> {
  const { relates } = layout.links;
  const { related } = to;
  if (sort === "item" && haveTasksParents(layout)) return [];
  if (!relates) {
    return related ? [`Jira shows no link from ${child.key} to what it lies under.`] : [];
  }
  if (related) await link(jira, relates, child, related);
  const others = (held ?? []).flatMap((spot): External[] =>
    spot.related && spot.related.id !== related?.id ? [spot.related] : [],
  );
  await unrelate(jira, relates, child, others);
  return [];
}
