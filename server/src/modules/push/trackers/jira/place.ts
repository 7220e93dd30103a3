import { type External, type Outcome, type Placement, TrackerError } from "../tracker.ts";
import type { Jira } from "./client.ts";
import { done, each, refused } from "./each.ts";
import { fetchIssues } from "./fetch.ts";
import type { Layout } from "./layout.ts";
import { link, unrelate } from "./links.ts";
import { needsProject } from "./project.ts";
import { type Fields, partOf, textOrNull } from "./read.ts";
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
  return each(placements, async (placement) => {
    const { sort, child, parent } = placement;
    const spot = spotOf(layout, sort, parent ?? { container: null, items: [] });
    if (sort === "item") await putUnder(jira, layout, child, found.get(child.id), spot);
    const caveats = await putBeside(jira, layout, placement, spot);
    return done(spot.isFlattened ? [...caveats, flattenedCaveat(child.key, spot)] : caveats);
  });
}

async function putUnder(
  jira: Jira,
  layout: Layout,
  child: External,
  issue: Fields | undefined,
  { kind, parent }: Spot,
): Promise<void> {
  if (!issue) throw new TrackerError("refused", "missing", `${child.key} is no longer in Jira.`);
  const fields = partOf(issue, "fields");
  const isSubTask = levelOf(partOf(fields, "issuetype")) === -1;
  const wasUnder = textOrNull(partOf(fields, "parent"), "id");
  if (isSubTask !== (kind === layout.subTask)) {
    const into = isSubTask ? "a sub-task into a task" : "a task into a sub-task";
    throw refused(`Jira lets only people turn ${into}: ${child.key} stays where it is.`);
  }
  if (wasUnder === (parent?.id ?? null)) return;
  const body = parent
    ? { fields: { parent: { id: parent.id } } }
    : { update: { parent: [{ set: { none: true } }] } };
  await jira.call("PUT /issue/{id}", { in: { id: child.id }, body, issues: [child.id] });
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
