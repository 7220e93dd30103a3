import { command } from "../../../dispatch/commands.ts";
import type { JobRun } from "../../../jobs/runner.ts";
import type { Tx } from "../../../storage/dialect.ts";
import { tokensOf } from "../../../tokens/tokens.ts";
import type { Context } from "../../context.ts";
import { type SourceRow, sourceOfId, updateRow } from "../store.ts";
import { eachChunk } from "../texts.ts";
import { descriptionOf } from "./description.ts";
import { enrichFile, isFileUnread } from "./enrich-file.ts";

export interface EnrichJob {
  workspaceId: string;
  sourceId: string;
}

/** An extraction's result, which applies only to that revision. */
interface Found extends EnrichJob {
  revision: number;
  /** The text's file, which may be replaced before it is read. */
  fileId: string | null;
  change: Partial<Pick<SourceRow, "token_count" | "description" | "degraded">> &
    Pick<SourceRow, "enrichment" | "enrichment_reason">;
}

/** Marks a source as being read and returns it; null if it is gone or was read meanwhile. */
export const beginEnrichment = command(
  "context.beginEnrichment",
  ({ workspaceId }: EnrichJob) => workspaceId,
  async (tx: Tx, { workspaceId, sourceId }: EnrichJob): Promise<SourceRow | null> => {
    const source = await sourceOfId(tx, workspaceId, sourceId);
    if (!source || (source.enrichment !== "pending" && source.enrichment !== "running")) return null;
    // A page with missing chunks is read once complete.
    if (source.source_kind === "URL" && source.text_revision === 0) return null;
    await updateRow(tx, source, { enrichment: "running" });
    return { ...source, enrichment: "running" };
  },
);

/** Stores the result. A source changed meanwhile has its own job. */
export const endEnrichment = command(
  "context.endEnrichment",
  ({ workspaceId }: Found) => workspaceId,
  async (tx: Tx, { workspaceId, sourceId, revision, fileId, change }: Found): Promise<void> => {
    const source = await sourceOfId(tx, workspaceId, sourceId);
    if (!source || source.text_revision !== revision || source.enrichment !== "running") return;
    if (source.file_id !== fileId) return;
    const { description, ...counted } = change;
    const rest = { ...counted, enrichment_reason: reasonOf(source, change) };
    const keeps = description === undefined || source.own_description === 1;
    await updateRow(tx, source, keeps ? rest : { ...rest, description });
  },
);

const couldNotBeRead = "It could not be read. Try to save it again.";

/**
 * Returns the displayed reason. Incompleteness is known from extraction and stays, appended to any failure.
 */
function reasonOf(
  { degraded, enrichment_reason: before }: SourceRow,
  { enrichment, enrichment_reason: found }: Found["change"],
): string {
  if (degraded === 0) return found;
  const why = before.replace(couldNotBeRead, "").trim();
  return enrichment === "failed" ? `${found} ${why}`.trim() : why;
}

/** Reads a source: counts tokens in a thread and extracts the description. Restarts after a crash. */
export async function enrichSource(context: Context, job: EnrichJob, { signal }: Pick<JobRun, "signal">) {
  const { db, writer } = context;
  const source = await writer.run(beginEnrichment, job);
  if (!source) return;
  if (isFileUnread(source)) return enrichFile(context, source, signal);
  const key = { workspaceId: job.workspaceId, sourceId: job.sourceId, revision: source.text_revision };
  let tokens = 0;
  let beginning = "";
  for await (const { text } of eachChunk(db, key)) {
    signal.throwIfAborted();
    beginning ||= text;
    tokens += await tokensOf(text);
  }
  const found = { ...job, revision: source.text_revision, fileId: source.file_id };
  await writer.run(endEnrichment, {
    ...found,
    change:
      beginning === ""
        ? { token_count: 0, enrichment: "skipped", enrichment_reason: "The text is empty." }
        : {
            token_count: tokens,
            description: descriptionOf(beginning),
            enrichment: "done",
            enrichment_reason: "",
          },
  });
}

/** Marks a source as failed after the last attempt. */
export async function giveUpEnrichment({ writer }: Context, job: EnrichJob): Promise<void> {
  const source = await writer.run(beginEnrichment, job);
  if (!source) return;
  const change = {
    enrichment: "failed",
    enrichment_reason: couldNotBeRead,
    ...(isFileUnread(source) ? { degraded: 1 } : {}),
  } as const;
  const { text_revision: revision, file_id: fileId } = source;
  await writer.run(endEnrichment, { ...job, revision, fileId, change });
}
