import type { Change, Outcome } from "../tracker.ts";
import type { Jira } from "./client.ts";
import { each } from "./each.ts";
import { fetchIssues } from "./fetch.ts";
import type { Layout } from "./layout.ts";
import type { Fields } from "./read.ts";
import { type Rendered, render } from "./render.ts";
import { seenFields, seenOf } from "./seen.ts";

/**
 * Writes the fields that are named, several issues at a time. Jira answers with the issue as the write left it: read
 * a moment later, it could hold what somebody else wrote since.
 */
export const updateIssues = (jira: Jira, layout: Layout, changes: readonly Change[]): Promise<Outcome[]> =>
  each(changes, async ({ external, item, write }) => {
    const { sent: fields, caveats } = render(layout, item, write);
    const issue = await written(jira, layout, external.id, fields);
    return { done: true, seen: issue && seenOf(jira, layout, issue), caveats };
  });

/** Null where Jira does not say. */
async function written(
  jira: Jira,
  layout: Layout,
  id: string,
  fields: Rendered["sent"],
): Promise<Fields | null> {
  if (Object.keys(fields).length === 0)
    return (await fetchIssues(jira, [id], seenFields(layout))).get(id) ?? null;
  const query = { returnIssue: "true" };
  return (await jira.call("PUT /issue/{id}", { in: { id }, query, body: { fields }, issues: [id] })).data;
}
