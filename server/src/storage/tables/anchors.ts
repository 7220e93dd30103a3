/**
 * The words of an anchor are still there, changed but where they were meant, or gone. The API shows these words.
 */
export type AnchorState = "attached" | "moved" | "orphaned";

/** An anchor holds a thread in place, or a hunk of a suggestion, which waits only for its exact words. */
export type AnchorKind = "thread" | "hunk";

export interface AnchorTables {
  anchors: {
    workspace_id: string;
    document_id: string;
    /** The id of the thread, or that of the suggestion with the number of its hunk. */
    id: string;
    kind: AnchorKind;
    /** The first quote, which never changes. */
    exact: string;
    /** The text before and behind the quote: at first, and since it was lost, as it was then. */
    prefix: string;
    suffix: string;
    /** The place in the text of `revision`, in UTF-16 code units; of an orphan, the last place that it had. */
    start_at: number;
    end_at: number;
    /** The revision for which the place holds: the newest one, or the last one before the words were lost. */
    revision: number;
    state: AnchorState;
    /** Names the search by the job that an orphan waits for; each write of the text gives it another name. */
    sought: string | null;
  };
}
