import {
  type ContextSourceDetail,
  characters,
  createPlanSource,
  createProjectSource,
  createSource,
} from "@groundplan/contract";
import type { z } from "zod";
import type { Actor } from "../../actor.ts";
import { disclosesNothing, post } from "../../dispatch/handlers.ts";
import { findRevision, recordRevision } from "../../revisions/revisions.ts";
import type { Db, Tx } from "../../storage/dialect.ts";
import { editableScope } from "./access.ts";
import { indexSource } from "./index-source.ts";
import { insertSource } from "./insert-source.ts";
import { mostCharacters, presentWithoutText, presentWithText, type WithoutText } from "./present.ts";
import type { OwnScope, ScopePath } from "./source-scope.ts";
import { sourceOfId } from "./store.ts";
import { chunksOf, insertChunks, sliceCharacters } from "./texts.ts";

type Body = z.output<NonNullable<(typeof createSource)["body"]>>;

async function create(
  tx: Tx,
  actor: Actor,
  { params, body }: { params: ScopePath; body: Body },
): Promise<{ source: WithoutText }> {
  return addText(tx, actor, await editableScope(tx, actor, params), body);
}

/** Adds a pasted or researched text. */
export async function addText(
  tx: Tx,
  actor: Actor,
  scope: OwnScope,
  body: Body,
): Promise<{ source: WithoutText }> {
  const { title, text, description } = body;
  const source = await insertSource(tx, actor, scope, {
    kind: body.kind,
    source_kind: body.sourceKind,
    title,
    folder_path: body.folderPath ?? "",
    description: description ?? null,
    own_description: description === undefined ? 0 : 1,
    text_chars: characters(text),
    text_revision: 1,
  });
  const key = { workspaceId: source.workspace_id, sourceId: source.id, revision: 1 };
  await insertChunks(tx, [...chunksOf(key, text)]);
  await recordRevision(tx, actor, { subjectId: source.id, revision: 1, title, text });
  await indexSource(tx, source.workspace_id, source.id);
  return { source: presentWithoutText(source) };
}

/** Adds the text to the answer after the transaction, also for replays. */
export async function completeSource(
  { source }: { source: WithoutText },
  { db, actor }: { db: Db; actor: Actor },
): Promise<{ source: ContextSourceDetail }> {
  const row = await sourceOfId(db, actor.workspaceId, source.id);
  const text =
    row?.revision === source.revision
      ? (await presentWithText(db, row)).text
      : await earlierText(db, actor, source);
  return { source: { ...source, text } };
}

/** Returns an earlier version's text; null for pages and files, whose versions aren't stored. */
async function earlierText(db: Db, { workspaceId }: Actor, source: WithoutText): Promise<string | null> {
  const version = await findRevision(db, workspaceId, source.id, source.revision);
  return version?.characters === source.textChars ? sliceCharacters(version.text, 0, mostCharacters) : null;
}

const complete = { complete: completeSource };
type Result = { source: WithoutText };

export const createSources = [
  post<typeof createSource, Result>(createSource, disclosesNothing, create, complete),
  post<typeof createProjectSource, Result>(createProjectSource, disclosesNothing, create, complete),
  post<typeof createPlanSource, Result>(createPlanSource, disclosesNothing, create, complete),
];
