import type { Seen, Sought } from "../tracker.ts";
import type { Jira } from "./client.ts";
import { fetchIssues } from "./fetch.ts";
import { isOf, labelOf } from "./identity.ts";
import { kindsOf, type Layout } from "./layout.ts";
import { type Fields, id, key, numberOfKey } from "./read.ts";
import { all, minutesSince, search, searchProject } from "./search.ts";
import { seenFields, seenOf } from "./seen.ts";

/**
 * What carries an identity, the oldest first. The search finds it by its label wherever it was moved; what is too
 * new for the search is looked for by the keys that come after the last one it knows.
 */
export async function findIssues(
  jira: Jira,
  layout: Layout,
  sought: readonly Sought[],
  since: Date,
): Promise<Seen[][]> {
  const fields = seenFields(layout);
  const candidates = (await searchFor(jira, layout, sought, since)).map(id);
  const issues = [...(await fetchIssues(jira, candidates, fields)).values()];
  const isFound = ({ identity }: Sought) => issues.some((issue) => isOf(issue, identity));
  if (!sought.every(isFound)) issues.push(...(await probe(jira, layout, fields)));
  const byId = new Map(issues.map((issue) => [id(issue), issue]));
  const oldestFirst = [...byId.values()].sort((a, b) => Number(id(a)) - Number(id(b)));
  return sought.map(({ identity }) =>
    oldestFirst.filter((issue) => isOf(issue, identity)).map((issue) => seenOf(jira, layout, issue)),
  );
}

async function searchFor(
  jira: Jira,
  layout: Layout,
  sought: readonly Sought[],
  since: Date,
): Promise<Fields[]> {
  if (kindsOf(layout).every(({ screen }) => screen.labels)) {
    const labels = sought.map(({ identity }) => `"${labelOf(identity)}"`).join(", ");
    return all((page) => search(jira, `labels in (${labels}) ORDER BY created ASC`, page));
  }
  const made = ` AND created >= "${minutesSince(jira, since)}" ORDER BY created ASC`;
  const issues = await all((page) => searchProject(jira, layout.project, made, page));
  return issues.filter((issue) => sought.some(({ identity }) => isOf(issue, identity)));
}

const probedAtOnce = 100;
const mostProbes = 5;

/** Issues by their keys are read as they are; a hundred keys without an issue are taken for the end. */
async function probe(jira: Jira, { project }: Layout, fields: string[]): Promise<Fields[]> {
  const newest = await searchProject(jira, project, " ORDER BY key DESC", { fields: ["summary"], most: 1 });
  const last = newest.issues[0] ? numberOfKey(key(newest.issues[0])) : 0;
  const found: Fields[] = [];
  for (let round = 0; round < mostProbes; round++) {
    const first = last + 1 + round * probedAtOnce;
    const keys = Array.from({ length: probedAtOnce }, (_, index) => `${project.key}-${first + index}`);
    const issues = await fetchIssues(jira, keys, fields);
    found.push(...issues.values());
    if (issues.size === 0) break;
  }
  return found;
}
