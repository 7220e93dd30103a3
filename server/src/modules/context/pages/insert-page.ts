import type { Actor } from "../../../actor.ts";
import { command } from "../../../dispatch/commands.ts";
import type { ActionClaim } from "../../../dispatch/idempotency/commands.ts";
import { recordRevision } from "../../../revisions/revisions.ts";
import type { Tx } from "../../../storage/dialect.ts";
import { withinQuota } from "../../../storage/quota.ts";
import { reloadActor } from "../../identity/credential-kinds.ts";
import { editableScope } from "../access.ts";
import { indexSource } from "../index-source.ts";
import { insertSource } from "../insert-source.ts";
import type { ScopePath } from "../source-scope.ts";
import { hasTitle } from "../store.ts";
import { type Chunk, insertChunks } from "../texts.ts";
import { freeTitle } from "../uploads/free-title.ts";
import { enqueueDrop } from "./drop-unfinished.ts";
import { type PageFacts, rowOf } from "./page-facts.ts";
import { keepAdded } from "./page-reply.ts";

/** Origin of a title. The request's is kept; others are numbered if taken. */
export type TitleFrom = "request" | "page" | "path";

interface NewPage {
  actor: Actor;
  path: ScopePath;
  url: string;
  title: string;
  titleFrom: TitleFrom;
  folderPath: string;
  facts: PageFacts;
  /** The text's first chunk; absent if empty. */
  first: Chunk | undefined;
  /** False if more chunks and `showPage` follow. */
  isWhole: boolean;
  claim?: ActionClaim | undefined;
  /** The workspace's quota in bytes; null for none. */
  quota: number | null;
}

/** Adds a page with its first chunk and returns its id. */
export const insertPage = command(
  "context.insertPage",
  ({ actor }: NewPage) => actor.workspaceId,
  (tx: Tx, page: NewPage): Promise<string> =>
    withinQuota(tx, page.actor.workspaceId, page.quota, () => insert(tx, page)),
);

async function insert(
  tx: Tx,
  { actor: before, path, first, facts, isWhole, claim, ...page }: NewPage,
): Promise<string> {
  const actor = await reloadActor(tx, before);
  const scope = await editableScope(tx, actor, path);
  const folder = { workspace_id: scope.workspaceId, place_id: scope.id, folder_path: page.folderPath };
  const isTaken = (title: string) => hasTitle(tx, { ...folder, title });
  const isNumbered = page.titleFrom !== "request" && (await isTaken(page.title));
  const title = isNumbered ? await freeTitle(page.title, isTaken, page.titleFrom === "path") : page.title;
  const shown = isWhole ? { text_chars: first?.end_char ?? 0, text_revision: 1 } : {};
  const source = await insertSource(tx, actor, scope, {
    kind: "page",
    source_kind: "URL",
    title,
    folder_path: page.folderPath,
    url: page.url,
    ...rowOf(facts),
    ...shown,
  });
  await insertChunks(tx, first ? [{ ...first, source_id: source.id }] : []);
  await recordRevision(tx, actor, { subjectId: source.id, revision: 1, title, text: "" });
  await indexSource(tx, source.workspace_id, source.id);
  if (isWhole) await keepAdded(tx, actor, { ...path, sourceId: source.id }, claim);
  else await enqueueDrop(tx, { workspaceId: source.workspace_id, sourceId: source.id, revision: 1 });
  return source.id;
}
