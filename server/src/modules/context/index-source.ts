import { command } from "../../dispatch/commands.ts";
import { indexHead, indexSlice, numberIn, replaceHead } from "../../full-text/index-document.ts";
import { around, slice, termsOfSlice } from "../../full-text/slices.ts";
import { enqueueUnlessWaiting } from "../../jobs/queue.ts";
import type { JobRun } from "../../jobs/runner.ts";
import type { Db, Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { type SourceRow, sourceOfId } from "./store.ts";
import { eachChunk, readText, type TextOf } from "./texts.ts";

/** Index slices per chunk; a slice's number is its chunk's first plus its own. */
export const slicesOfChunk = 8;

/** Characters indexed within the transaction; a job indexes longer texts. */
const mostAtOnce = slice;

export interface IndexJob {
  workspaceId: string;
  sourceId: string;
  /** Number of rounds after the attempts were exhausted. */
  again?: number;
}

/**
 * Reindexes a source. A job adds the words of a long text in slices, so that no change holds the writer for
 * long.
 */
export async function indexSource(tx: Tx, workspaceId: string, id: string): Promise<void> {
  const source = await sourceOfId(tx, workspaceId, id);
  if (!source) return;
  const document = await indexHead(tx, headOf(source));
  if (source.text_revision === 0 || source.text_chars === 0) return;
  if (source.text_chars > mostAtOnce) {
    const payload: IndexJob = { workspaceId, sourceId: id };
    const dedupeKey = `context.index ${id}`;
    return enqueueUnlessWaiting(tx, { kind: "context.index", workspaceId, payload, dedupeKey });
  }
  const text = await readText(tx, textOf(source), 0, mostAtOnce);
  for (let n = 0; n * slice < text.length; n++)
    await indexSlice(tx, { workspaceId, document }, n, termsOfSlice(text, n * slice, (n + 1) * slice));
}

/** Updates an indexed title, keeping the text. */
export async function indexTitle(tx: Tx, source: SourceRow): Promise<void> {
  if (!(await replaceHead(tx, headOf(source)))) await indexSource(tx, source.workspace_id, source.id);
}

const headOf = ({ workspace_id: workspaceId, id, title, ...source }: SourceRow) => ({
  workspaceId,
  kind: "source" as const,
  id,
  title,
  planId: source.plan_id,
  projectId: source.project_id,
});

const textOf = ({ workspace_id: workspaceId, id: sourceId, text_revision: revision }: SourceRow): TextOf => ({
  workspaceId,
  sourceId,
  revision,
});

/** A slice with surrounding units; `start` and `end` delimit it. */
interface Slice {
  n: number;
  text: string;
  start: number;
  end: number;
}

/** Indexes a slice. Returns false if the source's text changed. */
export const indexTextSlice = command(
  "context.indexSlice",
  ({ workspaceId }: TextOf & Slice) => workspaceId,
  async (tx: Tx, { workspaceId, sourceId, revision, ...own }: TextOf & Slice): Promise<boolean> => {
    const source = await sourceOfId(tx, workspaceId, sourceId);
    const document = await numberIn(tx, { workspaceId, kind: "source", id: sourceId });
    if (source?.text_revision !== revision || document === undefined) return false;
    const terms = termsOfSlice(own.text, own.start, own.end);
    await indexSlice(tx, { workspaceId, document }, own.n, terms);
    return true;
  },
);

/** Indexes a source's text by slice. Restarts after a crash. */
export async function indexText(
  { db, writer }: Context,
  { workspaceId, sourceId }: IndexJob,
  { signal }: Pick<JobRun, "signal">,
): Promise<void> {
  const source = await sourceOfId(db, workspaceId, sourceId);
  if (!source) return;
  for await (const slice of slicesOf(db, textOf(source))) {
    signal.throwIfAborted();
    if (!(await writer.run(indexTextSlice, { ...textOf(source), ...slice }))) return;
  }
}

/** Yields a text's slices, holding three chunks. */
async function* slicesOf(db: Db, of: TextOf): AsyncGenerator<Slice> {
  let before = "";
  let chunk: { n: number; text: string } | undefined;
  for await (const next of eachChunk(db, of)) {
    if (chunk) yield* slicesIn(chunk, before, next.text);
    before = chunk?.text ?? "";
    chunk = next;
  }
  if (chunk) yield* slicesIn(chunk, before, "");
}

function* slicesIn({ n, text: chunk }: { n: number; text: string }, before: string, after: string) {
  const lead = before.slice(-around.before);
  const text = lead + chunk + after.slice(0, around.after);
  for (let index = 0; index < slicesOfChunk && index * slice < chunk.length; index++) {
    const start = lead.length + index * slice;
    const end =
      index + 1 === slicesOfChunk
        ? lead.length + chunk.length
        : Math.min(start + slice, lead.length + chunk.length);
    const from = Math.max(0, start - around.before);
    yield {
      n: n * slicesOfChunk + index,
      text: text.slice(from, end + around.after),
      start: start - from,
      end: end - from,
    };
  }
}
