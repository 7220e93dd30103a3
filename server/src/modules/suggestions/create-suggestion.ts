import { createSuggestion, type Input, type Suggestion } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { attachedAt } from "../../anchors/anchor.ts";
import { anchorRow, insertAnchors } from "../../anchors/anchor-rows.ts";
import { inTransaction } from "../../anchors/changes.ts";
import { areInOrder } from "../../anchors/in-order.ts";
import { relocate } from "../../anchors/relocate.ts";
import { hunkId } from "../../anchors/suggestions.ts";
import { post } from "../../dispatch/handlers.ts";
import { invalid } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { newId, now } from "../../ids.ts";
import { textConflict } from "../../revisions/revisions.ts";
import type { Tx } from "../../storage/dialect.ts";
import { documentFor, type FoundDocument, requireSuggest } from "../documents/access.ts";
import { aboutDocument, baseTextOf, disclosesPlan, planIdOf } from "../documents/discussion.ts";
import { ownersOfDocument } from "../documents/owners.ts";
import { wholeTextOf } from "../documents/source-text.ts";
import { suggestionFor } from "./access.ts";
import { type CriteriaChanges, criteriaChanges } from "./criteria-changes.ts";
import { suggestionData } from "./events.ts";
import { applyHunks, type Hunk, readHunks } from "./hunks.ts";
import { type LookedUp, lookUpQuotes } from "./look-up-quotes.ts";
import { shownSuggestion } from "./read-suggestions.ts";
import { insertSuggestions } from "./store.ts";
import { suggestSpecs } from "./suggest-specs.ts";
import { problemOf } from "./write-text.ts";

/** A write's result, also stored for replays. */
export interface WrittenSuggestion {
  suggestionId: string;
  /** The plan that decides who can see it. */
  planId: string | null;
}

interface Request {
  db: Tx;
  actor: Actor;
  input: Pick<Input<typeof createSuggestion>, "params" | "query">;
}

/** Returns the current suggestion. */
export async function completeSuggestion(
  { suggestionId }: WrittenSuggestion,
  { db, actor, input: { params, query } }: Request,
): Promise<{ suggestion: Suggestion }> {
  const path = { documentId: params.documentId, suggestionId };
  const { suggestion } = await suggestionFor(db, actor, path, query);
  return { suggestion: await shownSuggestion(db, actor, suggestion) };
}

/** Creates a suggestion against a revision; hunks are mapped to the current text. */
export async function saveSuggestion(
  tx: Tx,
  actor: Actor,
  { params, query, body, prepared }: Input<typeof createSuggestion> & { prepared: LookedUp[] },
): Promise<WrittenSuggestion> {
  const document = await documentFor(tx, actor, params.documentId, query);
  const specs = await suggestSpecs(tx, actor, document, body.specs, prepared);
  requireSuggest(document);
  const text = await wholeTextOf(tx, document);
  const { hunks, criteria } = await readChange(tx, document, text, body);
  const { workspaceId } = actor;
  const row = {
    workspace_id: workspaceId,
    id: newId(),
    document_id: document.id,
    document_kind: document.kind,
    plan_id: planIdOf(document),
    project_id: document.projectId,
    state: "open" as const,
    base_revision: Number(body.baseRevision),
    hunks: JSON.stringify(hunks),
    specs: JSON.stringify(specs),
    message: body.message ?? "",
    criteria_added: criteria.added,
    criteria_changed: criteria.changed,
    criteria_removed: criteria.removed,
    author_user_id: actor.userId,
    credential_id: actor.credentialId,
    created_at: now(),
    decided_by: null,
    decided_at: null,
    reason: null,
    revision: null,
    proposal_id: null,
    run_id: null,
  };
  await insertSuggestions(tx, [row]);
  const key = { workspaceId, documentId: document.id, kind: "hunk" as const };
  await insertAnchors(
    tx,
    hunks.map(({ start, end }, n) =>
      anchorRow({ ...key, id: hunkId(row.id, n) }, attachedAt(text, document.revision, start, end)),
    ),
  );
  await appendEvents(tx, actor, [
    {
      type: "suggestion.created",
      ...aboutDocument(document, row.id),
      notifies: (await ownersOfDocument(tx, document)).map(({ userId }) => userId),
      data: suggestionData(document, row.id),
    },
  ]);
  return { suggestionId: row.id, planId: row.plan_id };
}

export const suggestionCreate = post<typeof createSuggestion, WrittenSuggestion>(
  createSuggestion,
  disclosesPlan,
  saveSuggestion,
  { prepare: lookUpQuotes, complete: completeSuggestion },
);

/** Returns a body's hunks in the current text, and the criteria that they change. */
async function readChange(
  tx: Tx,
  document: FoundDocument,
  text: string,
  body: Input<typeof createSuggestion>["body"],
): Promise<{ hunks: Hunk[]; criteria: CriteriaChanges }> {
  const baseRevision = Number(body.baseRevision);
  const base = baseRevision === document.revision ? text : await baseTextOf(tx, document, baseRevision);
  const none = { added: 0, changed: 0, removed: 0 };
  if (body.hunks.length === 0) return { hunks: [], criteria: none };
  const given = readHunks(base, body.hunks);
  const hunks = base === text ? given : movedHunks(document, base, text, given);
  const suggested = applyHunks(text, hunks);
  if (suggested === text) throw invalid("/hunks", "leave the text as it is, all together");
  const problem = problemOf(document.kind, suggested);
  if (problem !== null) throw invalid("/hunks", `lead to a text that the document can't have: it ${problem}`);
  return { hunks, criteria: document.kind === "spec" ? criteriaChanges(text, suggested) : none };
}

/** Maps hunks from their base to the current text. Throws 409 if their words changed. */
function movedHunks(document: FoundDocument, base: string, text: string, hunks: readonly Hunk[]): Hunk[] {
  const held = hunks.map(({ start, end }) => ({
    ...attachedAt(base, 0, start, end),
    kind: "hunk" as const,
  }));
  const rewrite = { before: base, after: text, revision: document.revision };
  const moved = relocate(held, rewrite, inTransaction()).map(({ anchor }) => anchor);
  if (moved.every(({ state }) => state === "attached") && areInOrder(moved))
    return hunks.map((hunk, n) => ({ ...hunk, start: moved[n]?.start ?? 0, end: moved[n]?.end ?? 0 }));
  throw textConflict(String(document.revision), "Someone changed the same words", {
    base,
    yours: applyHunks(base, hunks),
    current: text,
  });
}
