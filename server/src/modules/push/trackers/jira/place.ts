import { type Outcome, type Placement, TrackerError } from "../tracker.ts";
import type { Jira } from "./client.ts";
import { done, each, refused } from "./each.ts";
import { fetchIssues } from "./fetch.ts";
import type { Layout } from "./layout.ts";
import { link, unrelate } from "./links.ts";
import { noteOf, ourParents, parentOf } from "./our-parents.ts";
import { needsProject } from "./project.ts";
import { type Fields, partOf } from "./read.ts";
import { flattenedCaveat, haveTasksParents, type Spot, spotOf } from "./spot.ts";
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
  const left = await leftParents(jira, placements, found);
  return each(placements, async (placement) => {
    const { sort, child, parent } = placement;
    const spot = spotOf(layout, sort, parent ?? { container: null, items: [] });
    const caveats =
      sort === "item" ? await putUnder(jira, layout, placement, found.get(child.id), spot, left) : [];
    return done([...caveats, ...(await putBeside(jira, layout, placement, spot))]);
  });
}

/** What pushes put those under that lie under nothing now, as far as it is still there. */
async function leftParents(
  jira: Jira,
  placements: readonly Placement[],
  found: ReadonlyMap<string, Fields>,
): Promise<ReadonlyMap<string, Fields>> {
  const ids = placements.flatMap((placement) => {
    const issue = found.get(placement.child.id);
    const isLoose = issue && placement.parent && parentOf(issue) === null;
    return isLoose ? ourParents(issue, placement).filter((id) => id !== null) : [];
  });
  return fetchIssues(jira, ids, ["issuetype"]);
}

/** Answers caveats. */
async function putUnder(
  jira: Jira,
  layout: Layout,
  placement: Placement,
  issue: Fields | undefined,
  spot: Spot,
  left: ReadonlyMap<string, Fields>,
): Promise<string[]> {
  const { child, overwrite } = placement;
  const { kind, parent } = spot;
  if (!issue) throw new TrackerError("refused", "missing", `${child.key} is no longer in Jira.`);
  const isUnder = parentOf(issue);
  const isThere = isUnder === (parent?.id ?? null);
  const ours = ourParents(issue, placement);
  // Where what it lay under is gone, Jira took it out, not people.
  const isTheirs = !ours.includes(isUnder) && (isUnder !== null || ours.every((id) => left.has(id ?? "")));
  if (!isThere && isTheirs && !overwrite) {
    const what = isUnder === null ? "taken out of its parent" : "put under another issue";
    return [`${child.key} was ${what} in Jira; it was left there.`];
  }
  const isSubTask = levelOf(partOf(partOf(issue, "fields"), "issuetype")) === -1;
  if (isSubTask !== (kind === layout.subTask)) {
    const into = isSubTask ? "a sub-task into a task" : "a task into a sub-task";
    throw refused(`Jira lets only people turn ${into}: ${child.key} stays where it is.`);
  }
  if (!isThere) {
    const change = parent
      ? { fields: { parent: { id: parent.id } } }
      : { update: { parent: [{ set: { none: true } }] } };
    const body = { ...change, properties: [noteOf(parent)] };
    await jira.call("PUT /issue/{id}", { in: { id: child.id }, body, issues: [child.id] });
  }
  return spot.isFlattened ? [flattenedCaveat(child.key, spot)] : [];
}

/** Only where such links are made are they taken back: people relate issues too. */
async function putBeside(
  jira: Jira,
  layout: Layout,
  { sort, child, before }: Placement,
  { related }: Spot,
): Promise<string[]> {
  const { relates } = layout.links;
  if (sort === "item" && haveTasksParents(layout)) return [];
  if (!relates) {
    return related ? [`Jira shows no link from ${child.key} to what it lies under.`] : [];
  }
  if (related) await link(jira, relates, child, related);
  if (before && before.id !== related?.id) await unrelate(jira, relates, child, before);
  return [];
}
