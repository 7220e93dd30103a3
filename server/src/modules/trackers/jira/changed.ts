import type { RemoteItem } from "../tracker.ts";
import type { Jira } from "./client.ts";
import { remoteFields, remoteItemOf } from "./items/remote-item.ts";
import { minutesSince, searchProject } from "./items/search.ts";
import type { Layout } from "./project/schema.ts";

/**
 * Lists changed issues, oldest first. `after` holds the first page's query, which all pages repeat, and
 * Jira's token.
 */
export async function changedIssues(
  jira: Jira,
  layout: Layout,
  since: Date,
  after: string | null,
): Promise<{ remote: RemoteItem[]; next: string | null }> {
  const [minutes = "", token = null] = after === null ? [minutesSince(jira, since)] : splitOnce(after);
  const jql = ` AND updated >= "${minutes}" ORDER BY updated ASC`;
  const page = await searchProject(jira, layout.project, jql, { fields: remoteFields(layout), after: token });
  return {
    remote: page.issues.map((issue) => remoteItemOf(jira, layout, issue)),
    next: page.next === null ? null : `${minutes} ${page.next}`,
  };
}

/** Validates the minutes, which become part of a query. */
function splitOnce(after: string): [string, string] {
  const [, minutes = "", token = ""] = /^(-\d{1,9}m) (.+)$/s.exec(after) ?? [];
  if (minutes === "") throw new Error("no place in Jira's changes");
  return [minutes, token];
}
