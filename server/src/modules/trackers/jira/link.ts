import type { Dependency, Outcome } from "../tracker.ts";
import type { Jira } from "./client.ts";
import { fetchIssues } from "./items/bulk-fetch.ts";
import { isTo, link, unlink } from "./items/issue-links.ts";
import { done, each, refused } from "./outcomes.ts";
import type { LinkType } from "./project/link-types.ts";
import { requireProject } from "./project/project.ts";
import type { Layout } from "./project/schema.ts";

export const linkDependencies = (
  jira: Jira,
  layout: Layout,
  dependencies: readonly Dependency[],
): Promise<Outcome[]> =>
  each(dependencies, async ({ issue, needed }) => {
    const type = blocksOf(layout);
    const [from, to] = type.reversed ? [issue, needed] : [needed, issue];
    await link(jira, type, from, to);
    return done();
  });

export async function unlinkDependencies(
  jira: Jira,
  layout: Layout,
  dependencies: readonly Dependency[],
): Promise<Outcome[]> {
  const lists = await fetchIssues(
    jira,
    dependencies.map(({ issue }) => issue.id),
    ["issuelinks"],
  );
  if (dependencies.some(({ issue }) => !lists.has(issue.id))) await requireProject(jira, layout.project);
  return each(dependencies, async ({ issue, needed }) => {
    const type = blocksOf(layout);
    const end = type.reversed ? "outwardIssue" : "inwardIssue";
    await unlink(jira, lists.get(issue.id), issue, (entry) => isTo(entry, type, needed, [end]));
    return done();
  });
}

function blocksOf({ links }: Layout): LinkType {
  if (links.blocks) return links.blocks;
  throw refused(`Link type missing: ${links.sentence}`);
}
