import { characters } from "@groundplan/contract";
import { seekAnchors } from "../../../anchors/move-anchors.ts";
import { command } from "../../../dispatch/commands.ts";
import type { Extracted } from "../../../extract/extract.ts";
import { readFile } from "../../../files/read-file.ts";
import type { Db, Tx } from "../../../storage/dialect.ts";
import { usedBytes } from "../../../storage/quota.ts";
import type { Context } from "../../context.ts";
import { indexSource } from "../index-source.ts";
import { type SourceRow, sourceOfId, updateRow } from "../store.ts";
import { type Chunk, chunksOf, forgetOtherTexts, insertChunks } from "../texts.ts";
import { descriptionOf } from "./description.ts";

/** A source and the file being read; results apply only while it has that file. */
interface OfFile {
  workspaceId: string;
  sourceId: string;
  fileId: string;
  /** The source's revision that this text belongs to. */
  revision: number;
}

/**
 * Adds a chunk of an unpublished text, replacing an earlier attempt's. Returns false if the source has
 * another file or was read meanwhile.
 */
export const addText = command(
  "context.addText",
  ({ workspaceId }: OfFile & { chunk: Chunk }) => workspaceId,
  async (tx: Tx, { chunk, ...of }: OfFile & { chunk: Chunk }): Promise<boolean> => {
    if (!(await beingRead(tx, of))) return false;
    await chunksIn(tx, of).where("n", "=", chunk.n).execute();
    await insertChunks(tx, [chunk]);
    return true;
  },
);

const chunksIn = (tx: Tx, { workspaceId, sourceId, revision }: OfFile) =>
  tx
    .deleteFrom("context_texts")
    .where("workspace_id", "=", workspaceId)
    .where("source_id", "=", sourceId)
    .where("revision", "=", revision);

type Change = Pick<SourceRow, "enrichment" | "enrichment_reason" | "text_chars" | "token_count"> &
  Partial<Pick<SourceRow, "description" | "picture_count" | "degraded">>;

/** Publishes the text of `pieces` chunks. */
export const endFile = command(
  "context.endFile",
  ({ workspaceId }: OfFile & { change: Change; chunks: number }) => workspaceId,
  async (tx: Tx, { change, chunks, ...key }: OfFile & { change: Change; chunks: number }) => {
    const source = await beingRead(tx, key);
    if (!source) return;
    await chunksIn(tx, key).where("n", ">=", chunks).execute(); // An earlier attempt read more.
    const { description, ...rest } = change;
    const own = source.own_description === 1 || description === undefined ? {} : { description };
    await updateRow(tx, source, { ...rest, ...own, text_revision: key.revision });
    await forgetOtherTexts(tx, key, source.text_revision);
    if (source.text_revision > 0)
      await seekAnchors(tx, { workspaceId: key.workspaceId, userId: null }, key.sourceId);
    await indexSource(tx, key.workspaceId, key.sourceId);
  },
);

async function beingRead(tx: Tx, { workspaceId, sourceId, fileId }: OfFile): Promise<SourceRow | null> {
  const source = await sourceOfId(tx, workspaceId, sourceId);
  return source?.file_id === fileId && source.enrichment === "running" ? source : null;
}

/** Tests for a file whose text isn't shown yet: only reading tells why it has none. */
export const isFileUnread = (source: SourceRow): source is SourceRow & { file_id: string } =>
  source.file_id !== null && (source.text_revision !== source.revision || source.text_chars === 0);

/** Extracts a file's text in a confined process and writes it in chunks. */
export async function enrichFile(
  { db, writer, extract, config }: Context,
  source: SourceRow & { file_id: string },
  signal: AbortSignal,
): Promise<void> {
  const { workspace_id: workspaceId, id: sourceId, file_id: fileId, revision } = source;
  const key = { workspaceId, sourceId, fileId, revision };
  const bytes = readFile(db, workspaceId, fileId);
  const mediaType = source.media_type ?? "";
  const read = await extract({ bytes, name: source.title, mediaType, workspaceId }, signal);
  const found = (await fitsQuota(db, source, read, config.workspaceBytes)) ? read : overQuota;
  const text = found.state === "done" ? found.text : "";
  let [chunks, length] = [0, 0];
  // Yields to other requests between chunks.
  for (const chunk of chunksOf(key, text)) {
    signal.throwIfAborted();
    if (!(await writer.run(addText, { ...key, chunk }))) return;
    chunks++;
    length = chunk.end_char;
  }
  const change = changeOf(found, text.slice(0, 65_536), length);
  await writer.run(endFile, { ...key, change, chunks });
}

const overQuota: Extracted = {
  state: "failed",
  reason:
    "The text would exceed the workspace's storage quota. Delete files or sources, or ask the operator for a larger quota, and upload the file again.",
};

/** Tests a text against the quota. Texts that are written at the same moment may exceed it together. */
async function fitsQuota(
  db: Db,
  { workspace_id, text_chars: replaced }: SourceRow,
  read: Extracted,
  quota: number | null,
): Promise<boolean> {
  if (quota === null || read.state !== "done") return true;
  const more = characters(read.text) - replaced;
  return more <= 0 || (await usedBytes(db, workspace_id)) + more <= quota;
}

function changeOf(found: Extracted, beginning: string, text_chars: number): Change {
  if (found.state !== "done")
    return {
      enrichment: found.state,
      enrichment_reason: found.reason,
      degraded: found.state === "failed" ? 1 : 0,
      description: null,
      picture_count: found.pictures ?? null,
      text_chars,
      token_count: 0,
    };
  return {
    enrichment: "done",
    enrichment_reason: found.problem ?? "",
    degraded: found.problem === null ? 0 : 1,
    description: descriptionOf(beginning),
    picture_count: found.pictures,
    text_chars,
    token_count: found.tokens,
  };
}
