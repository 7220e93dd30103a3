import type { Seen } from "../tracker.ts";
import type { Jira } from "./client.ts";
import type { Layout } from "./layout.ts";
import { minutesSince, searchProject } from "./search.ts";
import { seenFields, seenOf } from "./seen.ts";

/**
 * Issues of the project that changed since, the oldest first. `after` is the query of the first page, which all
 * pages repeat, and Jira's token.
 */
export async function changedIssues(
  jira: Jira,
  layout: Layout,
  since: Date,
  after: string | null,
): Promise<{ seen: Seen[]; next: string | null }> {
  const [minutes = "", token = null] = after === null ? [minutesSince(jira, since)] : splitOnce(after);
  const jql = ` AND updated >= "${minutes}" ORDER BY updated ASC`;
  const page = await searchProject(jira, layout.project, jql, { fields: seenFields(layout), after: token });
  return {
    seen: page.issues.map((issue) => seenOf(jira, layout, issue)),
    next: page.next === null ? null : `${minutes} ${page.next}`,
  };
}

/** The minutes go into a query. */
function splitOnce(after: string): [string, string] {
  const [, minutes = "", token = ""] = /^(-\d{1,9}m) (.+)$/s.exec(after) ?? [];
  if (minutes === "") throw new Error("no place in Jira's changes");
  return [minutes, token];
}
