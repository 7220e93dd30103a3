import type { createThread, Input } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { type Anchor, placeAnchor } from "../../anchors/anchor.ts";
import { mapAnchor } from "../../anchors/relocate.ts";
import { takeTurns } from "../../dispatch/concurrency/take-turns.ts";
import { ApiError } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { documentFor, elsewhere, type FoundDocument } from "../documents/access.ts";
import { baseTextOf } from "../documents/discussion.ts";
import { textInTurns, wholeTextOf } from "../documents/source-text.ts";

type Body = Pick<Input<typeof createThread>["body"], "anchor" | "baseRevision">;

/** Returns a body's anchor in the current text; null for a thread about the whole document. */
async function anchorIn(
  db: Db,
  document: FoundDocument,
  { anchor, baseRevision }: Body,
  textOf = wholeTextOf,
): Promise<Anchor | null> {
  const base = await baseOf(db, document, baseRevision === undefined ? null : Number(baseRevision));
  if (!anchor) return null;
  const after = await textOf(db, document);
  const { revision } = document;
  if (base === null) return placeAnchor(after, revision, anchor);
  return mapAnchor(placeAnchor(base, Number(baseRevision), anchor), { before: base, after, revision });
}

/** Returns an earlier revision's text; null for the current one. Throws 400 if unknown. */
async function baseOf(db: Db, document: FoundDocument, revision: number | null): Promise<string | null> {
  if (revision === null || revision === document.revision) return null;
  const text = await baseTextOf(db, document, revision);
  // External texts are stored only in their current version.
  return document.isReadOnly ? null : text;
}

/** A placed anchor or its error, for one version of a source's text. */
export interface Prepared {
  text: string;
  anchor: Anchor | null;
  refused: { code: ApiError["code"]; message: string; details: unknown } | null;
}

/** Identifies the version of a source's text. */
const nameOf = ({ revision, text }: FoundDocument): string =>
  typeof text === "string" ? "" : `${revision} ${text.text_revision}`;

/**
 * Places an anchor before the transaction, since a source's text may be long. Permissions are checked later.
 */
export async function prepareAnchor(
  db: Db,
  actor: Actor,
  { params, query, body }: Input<typeof createThread>,
): Promise<Prepared | null> {
  if (!body.anchor) return null;
  const found = await orRefused(documentFor(db, actor, params.documentId, query));
  if (found instanceof ApiError || typeof found.text === "string" || elsewhere(found) !== null) return null;
  const turn = takeTurns();
  const anchor = await orRefused(anchorIn(db, found, body, (_, document) => textInTurns(db, document, turn)));
  const text = nameOf(found);
  if (!(anchor instanceof ApiError)) return { text, anchor, refused: null };
  const { code, message, details } = anchor;
  return { text, anchor: null, refused: { code, message, details } };
}

const orRefused = <T>(work: Promise<T>): Promise<T | ApiError> =>
  work.catch((error: unknown) => {
    if (error instanceof ApiError) return error;
    throw error;
  });

/** Returns the body's anchor, reusing the prepared one for the same text. */
export async function preparedAnchor(
  db: Db,
  document: FoundDocument,
  body: Body,
  prepared: Prepared | null,
): Promise<Anchor | null> {
  if (prepared?.text !== nameOf(document)) return anchorIn(db, document, body);
  const { anchor, refused } = prepared;
  if (refused) throw new ApiError(refused.code, refused.message, refused.details);
  return anchor;
}
