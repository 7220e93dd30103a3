import type { Change, Outcome } from "../tracker.ts";
import type { Fields } from "./answer.ts";
import type { Jira } from "./client.ts";
import { fetchIssues } from "./items/bulk-fetch.ts";
import { remoteFields, remoteItemOf } from "./items/remote-item.ts";
import { type Rendered, render } from "./items/render.ts";
import { each } from "./outcomes.ts";
import type { Layout } from "./project/schema.ts";

/**
 * Writes the named fields, several issues at a time. Each outcome has the issue as Jira's answer to the write gave
 * it: a later read could include other people's edits.
 */
export const updateIssues = (jira: Jira, layout: Layout, changes: readonly Change[]): Promise<Outcome[]> =>
  each(changes, async ({ external, item, write }) => {
    const { sent: fields, caveats } = render(layout, item, write);
    const issue = await written(jira, layout, external.id, fields);
    return { done: true, remote: issue && remoteItemOf(jira, layout, issue), caveats };
  });

/** Returns the issue as the write left it; null where Jira does not say. */
async function written(
  jira: Jira,
  layout: Layout,
  id: string,
  fields: Rendered["sent"],
): Promise<Fields | null> {
  if (Object.keys(fields).length === 0)
    return (await fetchIssues(jira, [id], remoteFields(layout))).get(id) ?? null;
  const query = { returnIssue: "true" };
  return (await jira.call("PUT /issue/{id}", { in: { id }, query, body: { fields }, issues: [id] })).data;
}
