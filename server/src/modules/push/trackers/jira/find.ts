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
 * new for the search is looked for by the keys that come after the last one it knows. Where there are no labels, or
 * people took one off, it is told by its property among what was made since.
 */
export async function findIssues(
  jira: Jira,
  layout: Layout,
  sought: readonly Sought[],
  since: Date,
): Promise<Seen[][]> {
  const fields = seenFields(layout);
  const issues: Fields[] = [];
  const isMissing = ({ identity }: Sought) => !issues.some((issue) => isOf(issue, identity));
  const hasLabels = kindsOf(layout).every(({ screen }) => screen.labels);
  const ways = hasLabels ? [searchLabels, probe, searchMade] : [searchMade, probe];
  for (const way of ways) {
    const missing = sought.filter(isMissing);
    if (missing.length > 0) issues.push(...(await way(jira, layout, missing, fields, since)));
  }
  const byId = new Map(issues.map((issue) => [id(issue), issue]));
  const oldestFirst = [...byId.values()].sort((a, b) => Number(id(a)) - Number(id(b)));
  return sought.map(({ identity }) =>
    oldestFirst.filter((issue) => isOf(issue, identity)).map((issue) => seenOf(jira, layout, issue)),
  );
}

type Way = (
  jira: Jira,
  layout: Layout,
  sought: readonly Sought[],
  fields: string[],
  since: Date,
) => Promise<Fields[]>;

const searchLabels: Way = async (jira, _layout, sought, fields) => {
  const labels = sought.map(({ identity }) => `"${labelOf(identity)}"`).join(", ");
  const found = await all((page) => search(jira, `labels in (${labels}) ORDER BY created ASC`, page));
  return [...(await fetchIssues(jira, found.map(id), fields)).values()];
};

const searchMade: Way = async (jira, layout, sought, fields, since) => {
  const made = ` AND created >= "${minutesSince(jira, since)}" ORDER BY created ASC`;
  const issues = await all((page) => searchProject(jira, layout.project, made, page));
  const found = issues.filter((issue) => sought.some(({ identity }) => isOf(issue, identity)));
  return [...(await fetchIssues(jira, found.map(id), fields)).values()];
};

const probedAtOnce = 100;
const mostProbes = 5;

/** Issues by their keys are read as they are; a hundred keys without an issue are taken for the end. */
const probe: Way = async (jira, { project }, _sought, fields) => {
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
};
