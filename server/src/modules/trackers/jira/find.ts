import type { Lookup, RemoteItem } from "../tracker.ts";
import { type Fields, id, key, numberOfKey } from "./answer.ts";
import type { Jira } from "./client.ts";
import { fetchIssues } from "./items/bulk-fetch.ts";
import { isOf, labelOf } from "./items/identity.ts";
import { remoteFields, remoteItemOf } from "./items/remote-item.ts";
import { all, minutesSince, search, searchProject } from "./items/search.ts";
import { kindsOf, type Layout } from "./project/schema.ts";

/**
 * Finds issues by identity, oldest first: by label, even if moved; by following keys if too new for the
 * index; without labels, by property among later creates.
 */
export async function findIssues(
  jira: Jira,
  layout: Layout,
  sought: readonly Lookup[],
  since: Date,
): Promise<RemoteItem[][]> {
  const fields = remoteFields(layout);
  const issues: Fields[] = [];
  const isMissing = ({ identity }: Lookup) => !issues.some((issue) => isOf(issue, identity));
  const hasLabels = kindsOf(layout).every(({ screen }) => screen.labels);
  const ways = hasLabels ? [searchLabels, probe, searchMade] : [searchMade, probe];
  for (const way of ways) {
    const missing = sought.filter(isMissing);
    if (missing.length > 0) issues.push(...(await way(jira, layout, missing, fields, since)));
  }
  const byId = new Map(issues.map((issue) => [id(issue), issue]));
  const oldestFirst = [...byId.values()].sort((a, b) => Number(id(a)) - Number(id(b)));
  return sought.map(({ identity }) =>
    oldestFirst.filter((issue) => isOf(issue, identity)).map((issue) => remoteItemOf(jira, layout, issue)),
  );
}

type Way = (
  jira: Jira,
  layout: Layout,
  sought: readonly Lookup[],
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

/** Reads keys beyond the search index; stops after a hundred missing ones. */
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
