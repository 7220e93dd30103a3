import {
  createPlanSourceFromUrl,
  createProjectSourceFromUrl,
  createSourceFromUrl,
  isVisible,
} from "@groundplan/contract";
import type { z } from "zod";
import type { Actor } from "../../../actor.ts";
import { type ActionRequest, action, disclosesNothing } from "../../../dispatch/handlers.ts";
import type { ActionClaim } from "../../../dispatch/idempotency/commands.ts";
import type { Context } from "../../context.ts";
import { editableScope } from "../access.ts";
import { titleTaken } from "../insert-source.ts";
import type { ScopePath, SourceScope } from "../source-scope.ts";
import { hasTitle } from "../store.ts";
import { chunksOf, sliceCharacters } from "../texts.ts";
import { dropUnfinished } from "./drop-unfinished.ts";
import { type FetchedPage, fetchPage } from "./fetch-page.ts";
import { insertPage, type TitleFrom } from "./insert-page.ts";
import { answerOf, replay } from "./page-reply.ts";
import { showPage } from "./show-page.ts";
import { stageText } from "./stage-text.ts";

type Body = z.output<NonNullable<(typeof createSourceFromUrl)["body"]>>;
interface Input {
  params: ScopePath;
  body: Body;
}

/** Reads a page and adds it; unreadable pages leave nothing. */
async function create(
  context: Context,
  actor: Actor,
  { params, body }: Input,
  { signal, claim }: ActionRequest,
) {
  const scope = await editableScope(context.db, actor, params);
  const folderPath = body.folderPath ?? "";
  if (body.title !== undefined) await requireFreeTitle(context, scope, folderPath, body.title);
  const url = new URL(body.url);
  const page = await fetchPage(context, {
    workspaceId: actor.workspaceId,
    url: url.href,
    etag: null,
    isNew: true,
    signal,
  });
  // Only conditional requests can be answered 304.
  if (page === null) throw new Error("a page that was never read is called unchanged");
  const titled =
    body.title === undefined ? titleOf(page, url) : { title: body.title, titleFrom: "request" as const };
  const sourceId = await store(context, actor, params, {
    url: url.href,
    ...titled,
    folderPath,
    page,
    claim,
  });
  return { body: await answerOf(context.db, actor, { ...params, sourceId }) };
}

/** Throws 409 for a taken title before fetching the page. */
async function requireFreeTitle({ db }: Context, scope: SourceScope, folder_path: string, title: string) {
  const source = { workspace_id: scope.workspaceId, place_id: scope.id, folder_path, title };
  if (await hasTitle(db, source)) throw titleTaken(source);
}

/** Returns the page's title, otherwise the last path segment or the host. */
function titleOf({ title: own }: FetchedPage, { host, pathname }: URL): Titled {
  const title = asTitle(own ?? "");
  if (title !== null) return { title, titleFrom: "page" };
  const segment = asTitle(decoded(pathname.split("/").findLast(Boolean) ?? ""));
  return segment === null ? { title: host, titleFrom: "page" } : { title: segment, titleFrom: "path" };
}

/** Fits a text to a title; null if nothing is visible. */
function asTitle(text: string): string | null {
  const plain = text.replace(/[\p{Cc}\s]+/gu, " ").trim();
  return isVisible(plain) ? sliceCharacters(plain, 0, 200).trim() : null;
}

/** Decodes a path segment if it is valid UTF-8. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

interface Titled {
  title: string;
  titleFrom: TitleFrom;
}

interface Fresh extends Titled {
  url: string;
  folderPath: string;
  page: FetchedPage;
  claim: ActionClaim | undefined;
}

/**
 * Writes the source with its first chunk, then the rest, then publishes it. A failure deletes it immediately
 * or by its job, so nobody sees half a page.
 */
async function store(context: Context, actor: Actor, path: ScopePath, fresh: Fresh): Promise<string> {
  const { writer, config } = context;
  const { workspaceId } = actor;
  const quota = config.workspaceBytes;
  const { page, claim, ...own } = fresh;
  const { text, title: _, ...facts } = page;
  const chunks = chunksOf({ workspaceId, sourceId: "", revision: 1 }, text);
  const first = chunks.next().value;
  const isWhole = (first?.text.length ?? 0) === text.length;
  const sourceId = await writer.run(insertPage, { actor, path, ...own, facts, first, isWhole, claim, quota });
  if (isWhole) return sourceId;
  const begun = { workspaceId, sourceId, revision: 1 };
  try {
    const staged = await stageText(context, begun, chunks);
    await writer.run(showPage, { actor, path: { ...path, sourceId }, ...staged, facts, claim, quota });
    return sourceId;
  } catch (error) {
    await writer.run(dropUnfinished, begun).catch(() => {});
    throw error;
  }
}

const options = { discloses: disclosesNothing, replay };

export const createSourcesFromUrl = [
  action(createSourceFromUrl, create, options),
  action(createProjectSourceFromUrl, create, options),
  action(createPlanSourceFromUrl, create, options),
];
