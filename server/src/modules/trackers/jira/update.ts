import { type Change, type Outcome, type RemoteStatus, TrackerError } from "../tracker.ts";
import type { Fields } from "./answer.ts";
import type { Jira } from "./client.ts";
import { fetchIssues } from "./items/bulk-fetch.ts";
import { remoteFields, remoteItemOf } from "./items/remote-item.ts";
import { type Rendered, render } from "./items/render.ts";
import { enterStatus } from "./items/transitions.ts";
import { each } from "./outcomes.ts";
import type { Layout } from "./project/schema.ts";

/**
 * Uses the fields of the write's own answer, as a later read could include users' edits. A status takes a
 * separate call.
 */
export const updateIssues = (jira: Jira, layout: Layout, changes: readonly Change[]): Promise<Outcome[]> =>
  each(changes, async (change) => {
    const { external, item, write } = change;
    const { sent: fields, caveats } = render(layout, item, write);
    const writesStatus = write.includes("status");
    const writesFields = Object.keys(fields).length > 0;
    const issue = writesFields || !writesStatus ? await written(jira, layout, external.id, fields) : null;
    const before = issue && remoteItemOf(jira, layout, issue);
    if (!writesStatus || item.status === null) return { done: true, remote: before, caveats };

    const { statusBefore = "TODO" } = change;
    const moved = await enterStatus(jira, external, item.status, statusBefore === "DONE");
    const after = await readAgain(jira, layout, external.id, moved.isLeft ? statusBefore : item.status);
    return {
      done: true,
      remote: before ? { ...before, status: after.status } : after.remote,
      caveats: [...caveats, ...moved.caveats],
      ...(moved.isLeft ? { isStatusLeft: true } : {}),
    };
  });

/** Counts the status as `meant` if unreadable, since the write is done. */
async function readAgain(jira: Jira, layout: Layout, id: string, meant: RemoteStatus) {
  try {
    const issue = (await fetchIssues(jira, [id], remoteFields(layout))).get(id);
    const remote = issue ? remoteItemOf(jira, layout, issue) : null;
    return { remote, status: remote?.status ?? meant };
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    return { remote: null, status: meant };
  }
}

/** Returns null if Jira doesn't say. */
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
