import type { Actor } from "../../actor.ts";
import type { Db } from "../../storage/dialect.ts";
import { readableScope } from "./source-scope.ts";
import { type ListedSource, listSources, type SourceRow } from "./store.ts";
import { readBeginnings } from "./texts.ts";

/**
 * Returns all sources of a plan in reading order: own, ancestors' (nearest first), project's, workspace's;
 * each by folder and title.
 */
export async function sourcesOfPlan(
  db: Db,
  actor: Actor,
  path: { projectSlug: string; planShortId: string },
): Promise<ListedSource[]> {
  const scope = await readableScope(db, actor, path);
  const order = new Map(scope.withAbove.map((id, index) => [id, index]));
  const scopeIndex = (row: SourceRow) => order.get(row.place_id) ?? 0;
  const rows = await listSources(db, scope, "", 2 ** 31 - 1);
  return rows.toSorted(
    (a, b) =>
      scopeIndex(a) - scopeIndex(b) || compare(a.folder_path, b.folder_path) || compare(a.title, b.title),
  );
}

export type SourceOfPlan = Awaited<ReturnType<typeof sourcesOfPlan>>[number];

/** Returns a source's tokens: an estimate until they are counted. */
export const tokensOfSource = ({ token_count, text_chars }: SourceOfPlan): number =>
  token_count || Math.ceil(text_chars / 4);

/** Compares UTF-16 units, independent of locale. */
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** Returns up to `count` leading characters of sources' texts, by id. */
export const beginningsOf = (
  db: Db,
  sources: readonly { row: SourceRow; count: number }[],
): Promise<Map<string, string>> =>
  readBeginnings(
    db,
    sources.map(({ row, count }) => ({
      workspaceId: row.workspace_id,
      sourceId: row.id,
      revision: row.text_revision,
      count,
    })),
  );
