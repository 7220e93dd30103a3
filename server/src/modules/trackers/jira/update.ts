import { type Change, type Outcome, type RemoteStatus, TrackerError } from "../tracker.ts";
import type { Fields } from "./answer.ts";
import type { Jira } from "./client.ts";
import { renderDetails } from "./details.ts";
import { fetchIssues } from "./items/bulk-fetch.ts";
import { remoteFields, remoteItemOf } from "./items/remote-item.ts";
import { render } from "./items/render.ts";
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
    const { sent, caveats: cuts } = render(layout, item, write);
    const { fields: ofDetails, update, ...more } = renderDetails(layout, change);
    const body: Body = { fields: { ...sent, ...ofDetails }, ...(update && { update }) };
    const caveats = [...cuts, ...more.caveats];
    const writesStatus = write.includes("status");
    const isRead = isEmpty(body) && writesStatus;
    const issue = isRead ? null : await written(jira, layout, external.id, body);
    const before = issue && remoteItemOf(jira, layout, issue);
    const { leftParts } = more;
    if (!writesStatus || item.status === null) return { done: true, remote: before, caveats, leftParts };

    const { statusBefore = "TODO" } = change;
    const moved = await enterStatus(jira, external, item.status, statusBefore === "DONE");
    const after = await readAgain(jira, layout, external.id, moved.isLeft ? statusBefore : item.status);
    return {
      done: true,
      remote: before ? { ...before, status: after.status } : after.remote,
      caveats: [...caveats, ...moved.caveats],
      leftParts: [...leftParts, ...(moved.isLeft ? ["status" as const] : [])],
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
async function written(jira: Jira, layout: Layout, id: string, body: Body): Promise<Fields | null> {
  if (isEmpty(body)) return (await fetchIssues(jira, [id], remoteFields(layout))).get(id) ?? null;
  const query = { returnIssue: "true" };
  return (await jira.call("PUT /issue/{id}", { in: { id }, query, body, issues: [id] })).data;
}

interface Body {
  fields: Record<string, unknown>;
  /** Operations on fields with several values. */
  update?: Record<string, unknown>;
}

const isEmpty = ({ fields, update }: Body) => Object.keys(fields).length === 0 && update === undefined;
