import { command } from "../../../dispatch/commands.ts";
import { notFound } from "../../../errors.ts";
import type { Db, Tx } from "../../../storage/dialect.ts";
import { quotaExceeded, usedBytes } from "../../../storage/quota.ts";
import type { Context } from "../../context.ts";
import { sourceOfId } from "../store.ts";
import { type Chunk, insertChunks } from "../texts.ts";
import { addressOf } from "./address-of.ts";
import { enqueueDrop } from "./drop-unfinished.ts";
import { unusedRevision } from "./stored-texts.ts";

interface Staged {
  workspaceId: string;
  sourceId: string;
  /** The text's revision; null takes a new one. */
  revision: number | null;
}

/** A chunk of any text. */
type Part = Pick<Chunk, "n" | "start_char" | "end_char" | "text">;
const emptyPart: Part = { n: 0, start_char: 0, end_char: 0, text: "" };

/** Writes an unpublished chunk and returns its revision. */
export const stageChunk = command(
  "context.stagePiece",
  ({ workspaceId }: Staged & { part: Part }) => workspaceId,
  async (
    tx: Tx,
    { workspaceId, sourceId, revision: begun, part }: Staged & { part: Part },
  ): Promise<number> => {
    const source = await sourceOfId(tx, workspaceId, sourceId);
    if (!source) throw notFound("context source");
    addressOf(source);
    const revision = begun ?? (await unusedRevision(tx, source));
    const chunk = { ...part, workspace_id: workspaceId, source_id: sourceId, revision };
    await insertChunks(tx, [chunk]);
    if (begun === null) await enqueueDrop(tx, { workspaceId, sourceId, revision });
    return revision;
  },
);

/** Writes a text in chunks, so that other writers get turns. Returns the input of `showPage`. */
export async function stageText(
  { writer, config, db }: Context,
  staged: Staged,
  parts: Iterable<Part>,
): Promise<{ textRevision: number; textChars: number }> {
  const quota = config.workspaceBytes;
  const most = quota === null ? null : await charactersLeft(db, staged, quota);
  let { revision } = staged;
  let textChars = 0;
  for (const part of parts) {
    // Checked early; `showPage` checks in its transaction. A job deletes the chunks of unfinished texts.
    if (quota !== null && most !== null && part.end_char > most) throw quotaExceeded(quota);
    revision = await writer.run(stageChunk, { ...staged, revision, part });
    textChars = part.end_char;
  }
  // An empty text needs a chunk to hold its revision.
  revision ??= await writer.run(stageChunk, { ...staged, revision, part: emptyPart });
  return { textRevision: revision, textChars };
}

/** Returns the characters that a source may have: at least those of the text that is replaced. */
async function charactersLeft(db: Db, { workspaceId, sourceId }: Staged, quota: number): Promise<number> {
  const { text_chars: replaced = 0 } = (await sourceOfId(db, workspaceId, sourceId)) ?? {};
  return Math.max(replaced, quota - (await usedBytes(db, workspaceId)) + replaced);
}
