import { listTargets } from "@groundplan/contract";
import { action } from "../../dispatch/handlers.ts";
import type { Context } from "../context.ts";
import { cutPage, readPage } from "../paging.ts";
import { requireMember } from "../projects/access.ts";
import type { Targets, Tracker } from "../trackers/tracker.ts";
import { TrackerError } from "../trackers/tracker.ts";
import { upstreamError } from "../trackers/upstream-error.ts";
import { requireConnection } from "./access.ts";
import { trackerEntry } from "./catalog.ts";
import { openConnection } from "./open-connection.ts";
import { requireOn, trackerSwitch } from "./policy.ts";

/** Pages like the tracker, possibly with less than `limit`. */
export const targetsList = action(listTargets, async (context: Context, actor, { params, query }) => {
  const list = `${listTargets.id} ${actor.workspaceId} ${params.connectorId}`;
  const page = readPage(list, query);
  const entry = trackerEntry(params.connectorId);
  requireMember(actor);
  const connection = await requireConnection(context.db, actor.workspaceId, entry);
  await requireOn(context.db, actor.workspaceId, trackerSwitch(entry), null);
  try {
    const tracker = await openConnection(context, connection);
    const found = await firstTargets(
      tracker,
      (page.after?.[0] as string | undefined) ?? null,
      page.limit ?? 50,
    );
    // The tracker's page counts as one row, even if empty; its own cursor is the cursor.
    const pages = found.next === null ? [found] : [found, found];
    const { rows: _, ...next } = cutPage(list, { ...page, limit: 1 }, pages, () => [found.next ?? ""]);
    return { body: { targets: found.targets, ...next } };
  } catch (error) {
    throw error instanceof TrackerError ? upstreamError(error, entry.provider) : error;
  }
});

const mostPages = 10;

/** Skips a few empty pages; the caller continues with the cursor. */
async function firstTargets(tracker: Tracker, after: string | null, limit: number): Promise<Targets> {
  let found = await tracker.targets(after, limit);
  for (let pages = 1; pages < mostPages && found.targets.length === 0 && found.next !== null; pages++)
    found = await tracker.targets(found.next, limit);
  return found;
}
