import { sql } from "kysely";
import type { Actor } from "../../actor.ts";
import { command } from "../../dispatch/commands.ts";
import { notFound } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { forgetDocuments } from "../../full-text/index-document.ts";
import { now } from "../../ids.ts";
import { enqueue } from "../../jobs/queue.ts";
import { forgetRevisions, recordRevision } from "../../revisions/revisions.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { reloadActor } from "../identity/credential-kinds.ts";
import { editablePlace, editableSource, type SourcePath } from "./access.ts";
import { aboutSource } from "./events.ts";
import type { Page } from "./fetch-page.ts";
import { indexSource } from "./index-source.ts";
import { enqueueEnrichment, insertSource } from "./insert-source.ts";
import type { PlacePath } from "./place.ts";
import { deleteRow, type SourceRow, sourceOfId, updateRow } from "./store.ts";
import { forgetOtherTexts, forgetText, insertPieces, type Piece, unusedRevision } from "./texts.ts";

/** A page without its text, which is written in pieces of its own. */
export type PageFacts = Omit<Page, "text" | "title">;

interface SourceOf {
  workspaceId: string;
  sourceId: string;
}

const rowOf = ({ etag, problem, pictures }: PageFacts) =>
  ({
    page_etag: etag,
    picture_count: pictures,
    degraded: problem === null ? 0 : 1,
    enrichment: "pending",
    enrichment_reason: problem ?? "",
  }) as const satisfies Partial<SourceRow>;

interface NewPage {
  actor: Actor;
  path: PlacePath;
  url: string;
  title: string;
  folderPath: string;
  facts: PageFacts;
  /** The first pieces of the text. */
  pieces: readonly Piece[];
  /** False where more pieces follow, and then `showPage`. */
  isWhole: boolean;
}

/** After these seconds nobody is still writing a page's text. */
const unfinishedSeconds = 600;

/** Adds a page to a place, with the first pieces of its text. Returns its id. */
export const insertPage = command(
  "context.insertPage",
  ({ actor }: NewPage) => actor.workspaceId,
  async (tx: Tx, { actor: before, path, ...page }: NewPage): Promise<string> => {
    const actor = await reloadActor(tx, before);
    const place = await editablePlace(tx, actor, path);
    const source = await insertSource(tx, actor, place, {
      kind: "page",
      source_kind: "URL",
      title: page.title,
      folder_path: page.folderPath,
      url: page.url,
      ...rowOf(page.facts),
      ...(page.isWhole ? { text_chars: page.pieces.at(-1)?.end_char ?? 0, text_revision: 1 } : {}),
    });
    const own = { workspace_id: source.workspace_id, source_id: source.id, revision: 1 };
    await insertPieces(
      tx,
      page.pieces.map((piece) => ({ ...piece, ...own })),
    );
    await recordRevision(tx, actor, source.id, 1, { title: page.title, text: "" });
    await indexSource(tx, source.workspace_id, source.id);
    if (!page.isWhole) {
      const payload: SourceOf = { workspaceId: source.workspace_id, sourceId: source.id };
      const kind = "context.dropUnfinished";
      await enqueue(tx, { kind, workspaceId: place.workspaceId, payload, delaySeconds: unfinishedSeconds });
    }
    return source.id;
  },
);

interface Stage extends SourceOf {
  /** The revision that the text is written under; null takes a new one. */
  revision: number | null;
  pieces: readonly Piece[];
}

/** Writes pieces of a text that is not shown yet, and returns its revision. */
export const stagePieces = command(
  "context.stagePieces",
  ({ workspaceId }: Stage) => workspaceId,
  async (tx: Tx, { workspaceId, sourceId, revision: begun, pieces }: Stage): Promise<number> => {
    const source = await sourceOfId(tx, workspaceId, sourceId);
    if (!source) throw notFound("context source");
    const revision = begun ?? (await unusedRevision(tx, source));
    await insertPieces(
      tx,
      pieces.map((piece) => ({ ...piece, revision })),
    );
    return revision;
  },
);

interface Show {
  actor: Actor;
  path: SourcePath;
  /** The revision that the pieces were written under. */
  textRevision: number;
  textChars: number;
  facts: PageFacts;
}

/** Shows the text that was written in pieces. One that a later refresh has overtaken is thrown away. */
export const showPage = command(
  "context.showPage",
  ({ actor }: Show) => actor.workspaceId,
  async (tx: Tx, { actor: before, path, textRevision, textChars, facts }: Show): Promise<void> => {
    const actor = await reloadActor(tx, before);
    const { source } = await editableSource(tx, actor, path);
    const text = { workspaceId: source.workspace_id, sourceId: source.id, revision: textRevision };
    if (source.text_revision > textRevision) return forgetText(tx, text);
    const isFirst = source.text_revision === 0;
    const revision = isFirst ? source.revision : source.revision + 1;
    await updateRow(tx, source, {
      ...rowOf(facts),
      ...{ text_chars: textChars, text_revision: textRevision, revision, updated_at: now() },
    });
    await forgetOtherTexts(tx, text, source.text_revision);
    await indexSource(tx, source.workspace_id, source.id);
    await enqueueEnrichment(tx, source);
    if (isFirst) return;
    await recordRevision(tx, actor, source.id, revision, { title: source.title, text: "" });
    await appendEvents(tx, actor, [
      { type: "context_source.updated", ...aboutSource(source), data: { changed: ["text"] } },
    ]);
  },
);

interface Keep extends SourceOf {
  /** The revision of the text that the page still has. */
  textRevision: number;
  etag: string | null;
}

/** Notes the new `ETag` of a page whose text is as it was. */
export const keepPage = command(
  "context.keepPage",
  ({ workspaceId }: Keep) => workspaceId,
  async (tx: Tx, { workspaceId, sourceId, textRevision, etag }: Keep): Promise<void> => {
    const source = await sourceOfId(tx, workspaceId, sourceId);
    if (source?.text_revision === textRevision) await updateRow(tx, source, { page_etag: etag });
  },
);

/** Deletes a page of which not every piece could be stored, since the process that wrote it has ended. */
export const dropUnfinished = command(
  "context.dropUnfinished",
  ({ workspaceId }: SourceOf) => workspaceId,
  async (tx: Tx, { workspaceId, sourceId }: SourceOf): Promise<void> => {
    const source = await sourceOfId(tx, workspaceId, sourceId);
    if (source?.source_kind !== "URL" || source.text_revision !== 0) return;
    await forgetRevisions(tx, workspaceId, sql`(select ${source.id})`);
    await forgetDocuments(tx, workspaceId, "source", sql`(select ${source.id})`);
    await deleteRow(tx, source);
    const service = { workspaceId, userId: null, credentialId: null };
    await appendEvents(tx, service, [{ type: "context_source.deleted", ...aboutSource(source), data: {} }]);
  },
);

export const runDropUnfinished = ({ writer }: Context, job: SourceOf): Promise<void> =>
  writer.run(dropUnfinished, job);
