/** Unchanged, reworded in place, or gone. The API uses these words. */
export type AnchorState = "attached" | "moved" | "orphaned";

/**
 * A thread's anchor; a suggestion's hunk, which matches exact words only; or words of a source that criteria
 * quote, which match with white space folded.
 */
export type AnchorKind = "thread" | "hunk" | "quote";

export interface AnchorTables {
  anchors: {
    workspace_id: string;
    document_id: string;
    /** The thread's id, the suggestion's with the hunk's number, or `quoteId` of the quote. */
    id: string;
    kind: AnchorKind;
    /** The original quote, which never changes. */
    exact: string;
    /** The text around the quote, as of its loss for an orphan. */
    prefix: string;
    suffix: string;
    /** UTF-16 offsets in `revision`; the last known ones for an orphan. */
    start_at: number;
    end_at: number;
    /** The revision of the offsets: the newest, or the last before the words were lost. */
    revision: number;
    state: AnchorState;
    /** Identifies an orphan's pending search; every write of the text assigns a new one. */
    sought: string | null;
  };
}
