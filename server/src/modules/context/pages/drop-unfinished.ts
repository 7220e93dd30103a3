import { serviceIn } from "../../../actor.ts";
import { command } from "../../../dispatch/commands.ts";
import { appendEvents } from "../../../events/append.ts";
import { enqueue } from "../../../jobs/queue.ts";
import type { Tx } from "../../../storage/dialect.ts";
import type { Context } from "../../context.ts";
import { aboutSource } from "../events.ts";
import { deleteWithVersions, sourceOfId } from "../store.ts";
import type { TextOf } from "../texts.ts";
import { forgetText } from "./stored-texts.ts";

/** Seconds after which a page's writer is gone. */
const unfinishedSeconds = 600;

/** Enqueues the deletion of a page's text that was never published. */
export const enqueueDrop = (tx: Tx, text: TextOf): Promise<unknown> =>
  enqueue(tx, {
    kind: "context.dropUnfinished",
    workspaceId: text.workspaceId,
    payload: text,
    delaySeconds: unfinishedSeconds,
  });

/** Deletes an unpublished text, and a page that never had another. */
export const dropUnfinished = command(
  "context.dropUnfinished",
  ({ workspaceId }: TextOf) => workspaceId,
  async (tx: Tx, text: TextOf): Promise<void> => {
    const source = await sourceOfId(tx, text.workspaceId, text.sourceId);
    // A file that replaced the page has its own texts.
    if (!source || source.url === null || source.text_revision === text.revision) return;
    if (source.text_revision > 0) return forgetText(tx, text);
    await deleteWithVersions(tx, source);
    const service = serviceIn(text.workspaceId);
    await appendEvents(tx, service, [{ type: "context_source.deleted", ...aboutSource(source), data: {} }]);
  },
);

export const runDropUnfinished = ({ writer }: Context, text: TextOf): Promise<void> =>
  writer.run(dropUnfinished, text);
