import { type Expression, sql } from "kysely";
import { type Author, serviceIn } from "../actor.ts";
import { appendEvents } from "../events/append.ts";
import { isFoundBy, isOneOf, type Tx } from "../storage/dialect.ts";
import type { AnchorPosition } from "./anchor-rows.ts";
import { areInOrder } from "./in-order.ts";

/** Returns the anchor id of a suggestion's hunk, numbered from 0. */
export const hunkId = (suggestionId: string, n: number): string => `${suggestionId}.${n}`;

const suggestionOf = (anchorId: string): string => anchorId.split(".")[0] ?? "";

const numberOf = (anchorId: string): number => Number(anchorId.split(".")[1]);

/**
 * Returns suggestions that can't be applied any more: a hunk lost its words, or hunks overlap or changed
 * order.
 */
export function brokenSuggestions(hunks: readonly AnchorPosition[]): string[] {
  const own = Map.groupBy(hunks, ({ id }) => suggestionOf(id));
  return [...own].flatMap(([suggestionId, all]) => {
    const positions = all
      .toSorted((a, b) => numberOf(a.id) - numberOf(b.id))
      .map(({ start_at: start, end_at: end }) => ({ start, end }));
    return all.some(({ state }) => state === "orphaned") || !areInOrder(positions) ? [suggestionId] : [];
  });
}

/** Marks broken suggestions among a document's hunks as outdated and drops their anchors. */
export async function outdateSuggestions(
  tx: Tx,
  { workspaceId, userId }: Pick<Author, "workspaceId" | "userId">,
  hunks: readonly AnchorPosition[],
): Promise<void> {
  const ids = brokenSuggestions(hunks);
  if (ids.length === 0) return;
  const broken = new Set(ids);
  const lost = hunks.filter(({ id }) => broken.has(suggestionOf(id)));
  await deleteAnchors(
    tx,
    workspaceId,
    lost.map(({ id }) => id),
  );
  const rows = await tx
    .updateTable("suggestions")
    .set({ state: "outdated" })
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(tx, "id", ids))
    .where("state", "=", "open")
    .returning(["id", "document_id", "document_kind", "plan_id", "project_id", "author_user_id"])
    .execute();
  const numbers = await specNumbers(
    tx,
    workspaceId,
    rows.filter(({ document_kind }) => document_kind === "spec").map(({ document_id }) => document_id),
  );
  await appendEvents(
    tx,
    serviceIn(workspaceId),
    rows
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map((row) => {
        const specNumber = numbers.get(row.document_id);
        return {
          type: "suggestion.outdated" as const,
          subjectId: row.id,
          projectId: row.project_id,
          planId: row.plan_id,
          ...(specNumber === undefined ? {} : { specNumber }),
          notifies: [row.author_user_id].filter((author) => author !== userId),
          data: { documentId: row.document_id, documentKind: row.document_kind, suggestionId: row.id },
        };
      }),
  );
}

async function specNumbers(
  tx: Tx,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom("specs")
    .select(["id", "number"])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(tx, "id", [...new Set(ids)]))
    .execute();
  return new Map(rows.map(({ id, number }) => [id, number]));
}

/** Deletes the suggestions of deleted documents, plans or projects. */
export async function forgetSuggestions(
  tx: Tx,
  workspaceId: string,
  column: "document_id" | "plan_id" | "project_id",
  ids: Expression<unknown>,
): Promise<void> {
  const own = tx
    .selectFrom("suggestions")
    .where("workspace_id", "=", workspaceId)
    .where(isFoundBy(tx, column, ids));
  await tx
    .deleteFrom("anchors")
    .where("workspace_id", "=", workspaceId)
    .where(isFoundBy(tx, "document_id", own.select("document_id").distinct()))
    .where("kind", "=", "hunk")
    .where(sql<string>`substr(id, 1, ${sql.lit(idLength)})`, "in", own.select("id"))
    .execute();
  await tx
    .deleteFrom("suggestions")
    .where("workspace_id", "=", workspaceId)
    .where(isFoundBy(tx, column, ids))
    .execute();
}

/** Length of a suggestion's id, the prefix of its hunks' ids. */
const idLength = 36;

/** Deletes the anchors of decided or deleted suggestions. */
export async function dropHunks(
  tx: Tx,
  workspaceId: string,
  suggestions: readonly { id: string; hunks: string }[],
): Promise<void> {
  const ids = suggestions.flatMap(({ id, hunks }) =>
    (JSON.parse(hunks) as unknown[]).map((_, n) => hunkId(id, n)),
  );
  await deleteAnchors(tx, workspaceId, ids);
}

async function deleteAnchors(tx: Tx, workspaceId: string, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom("anchors")
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(tx, "id", ids))
    .execute();
}

/** Moves a spec's suggestions to its new plan, which decides who can see them. */
export async function moveSuggestions(
  tx: Tx,
  workspaceId: string,
  specId: string,
  plan: { id: string; project_id: string },
): Promise<void> {
  await tx
    .updateTable("suggestions")
    .set({ plan_id: plan.id, project_id: plan.project_id })
    .where("workspace_id", "=", workspaceId)
    .where("document_id", "=", specId)
    .execute();
}
