import type { RevisionOp } from "@groundplan/contract";

export interface RevisionTables {
  revisions: {
    workspace_id: string;
    subject_id: string;
    /** The order of all entries of a subject. */
    seq: number;
    /** The number of the subject's text: the `seq` of the entry that holds it, which is this one but where only a title changed. */
    version: number;
    op: RevisionOp;
    title: string;
    text: string;
    characters: number;
    message: string;
    actor_user_id: string | null;
    actor_name: string;
    /** The person who suggested it, where accepting a suggestion made it. */
    suggested_by: string | null;
    created_at: string;
    /** The credential that wrote it; null where the service did, or before credentials were kept. */
    credential_id: string | null;
  };
}
