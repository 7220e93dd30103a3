import type { createThread, Input } from "@groundplan/contract";
import { type Anchor, placeAnchor } from "../../anchors/anchor.ts";
import { mapAnchor } from "../../anchors/relocate.ts";
import { invalid } from "../../errors.ts";
import { findRevision } from "../../revisions/revisions.ts";
import type { Db } from "../../storage/dialect.ts";
import type { FoundDocument } from "../documents/access.ts";
import { wholeTextOf } from "../documents/source-text.ts";

type Body = Pick<Input<typeof createThread>["body"], "anchor" | "baseRevision">;

/** Returns the anchor that a body names, as it is in the text of now; null for a thread about the whole document. */
export async function anchorIn(
  db: Db,
  document: FoundDocument,
  { anchor, baseRevision }: Body,
): Promise<Anchor | null> {
  const base = await baseOf(db, document, baseRevision === undefined ? null : Number(baseRevision));
  if (!anchor) return null;
  const after = await wholeTextOf(db, document);
  const { revision } = document;
  if (base === null) return placeAnchor(after, revision, anchor);
  return mapAnchor(placeAnchor(base, Number(baseRevision), anchor), { before: base, after, revision });
}

/** Returns the text of an earlier revision; null for the one of now. Throws 400 for one that never was. */
async function baseOf(db: Db, document: FoundDocument, revision: number | null): Promise<string | null> {
  if (revision === null || revision === document.revision) return null;
  const { workspaceId, subjectId } = document;
  const found = subjectId === null ? undefined : await findRevision(db, workspaceId, subjectId, revision);
  if (!found) throw invalid("/baseRevision", "is a revision that never was; send the one that you have read");
  // Of what comes from elsewhere, only the text of now is kept.
  return document.isReadOnly ? null : found.text;
}
