import { listTargets } from "@groundplan/contract";
import { action } from "../../dispatch/handlers.ts";
import { cutPage, readPage } from "../paging.ts";
import { requireMember } from "../projects/access.ts";
import type { Targets, Tracker } from "../push/trackers/tracker.ts";
import { TrackerError } from "../push/trackers/tracker.ts";
import { upstreamError } from "../push/trackers/upstream-error.ts";
import { requireConnection } from "./access.ts";
import { catalogEntry } from "./catalog.ts";
import { openConnection } from "./open-connection.ts";

/** What the connected account can push to. Pages are the tracker's own; one may hold less than `limit`. */
export const targetsList = action(listTargets, async (context, actor, { params, query }) => {
  const list = `${listTargets.id} ${actor.workspaceId} ${params.connectorId}`;
  const page = readPage(list, query);
  const entry = catalogEntry(params.connectorId);
  requireMember(actor);
  const connection = await requireConnection(context.db, actor.workspaceId, entry);
  const tracker = await openConnection(context, connection);
  try {
    const found = await firstTargets(
      tracker,
      (page.after?.[0] as string | undefined) ?? null,
      page.limit ?? 50,
    );
    // The one row more says that there is a next page, whose place the tracker names.
    const rows = found.next === null ? found.targets : [...found.targets, ...found.targets.slice(-1)];
    const shown = cutPage(list, { ...page, limit: found.targets.length }, rows, () => [found.next ?? ""]);
    return { body: { targets: shown.rows, ...(shown.nextCursor ? { nextCursor: shown.nextCursor } : {}) } };
  } catch (error) {
    throw error instanceof TrackerError ? upstreamError(error, entry.provider) : error;
  }
});

/** Pages that hold nothing to push to are passed over. */
async function firstTargets(tracker: Tracker, after: string | null, limit: number): Promise<Targets> {
  let found = await tracker.targets(after, limit);
  while (found.targets.length === 0 && found.next !== null) found = await tracker.targets(found.next, limit);
  return found;
}
