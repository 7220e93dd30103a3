import type { RevisionOp } from "@groundplan/contract";

export interface RevisionTables {
  revisions: {
    workspace_id: string;
    subject_id: string;
    /** Order of a subject's entries. */
    seq: number;
    /**
     * Number of the text: the `seq` of the entry that stores it, an earlier one if only the title changed.
     */
    version: number;
    op: RevisionOp;
    title: string;
    text: string;
    characters: number;
    message: string;
    actor_user_id: string | null;
    actor_name: string;
    /** The author of the accepted suggestion, if any. */
    suggested_by: string | null;
    created_at: string;
    /** Null for the service, and before credentials were stored. */
    credential_id: string | null;
  };
}
