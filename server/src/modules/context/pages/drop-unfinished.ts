import { command } from "../../../dispatch/commands.ts";
import { appendEvents } from "../../../events/append.ts";
import { enqueue } from "../../../jobs/queue.ts";
import type { Tx } from "../../../storage/dialect.ts";
import type { Context } from "../../context.ts";
import { aboutSource } from "../events.ts";
import { deleteWithVersions, sourceOfId } from "../store.ts";
import type { TextOf } from "../texts.ts";
import { forgetText } from "./stored-texts.ts";

/** After these seconds nobody is still writing a page's text. */
const unfinishedSeconds = 600;

/** Leaves the job that deletes a text of a page which is never shown, since the process that wrote it has ended. */
export const enqueueDrop = (tx: Tx, text: TextOf): Promise<unknown> =>
  enqueue(tx, {
    kind: "context.dropUnfinished",
    workspaceId: text.workspaceId,
    payload: text,
    delaySeconds: unfinishedSeconds,
  });

/** Deletes a text that was never shown, and with it a page that has never had another one. */
export const dropUnfinished = command(
  "context.dropUnfinished",
  ({ workspaceId }: TextOf) => workspaceId,
  async (tx: Tx, text: TextOf): Promise<void> => {
    const source = await sourceOfId(tx, text.workspaceId, text.sourceId);
    // A file that took the page's place has texts of its own.
    if (!source || source.url === null || source.text_revision === text.revision) return;
    if (source.text_revision > 0) return forgetText(tx, text);
    await deleteWithVersions(tx, source);
    const service = { workspaceId: text.workspaceId, userId: null, credentialId: null };
    await appendEvents(tx, service, [{ type: "context_source.deleted", ...aboutSource(source), data: {} }]);
  },
);

export const runDropUnfinished = ({ writer }: Context, text: TextOf): Promise<void> =>
  writer.run(dropUnfinished, text);
