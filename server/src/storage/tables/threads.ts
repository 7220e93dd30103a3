import type { DocumentKind, ThreadKind, ThreadState } from "@groundplan/contract";

export interface ThreadTables {
  threads: {
    workspace_id: string;
    id: string;
    document_id: string;
    document_kind: DocumentKind;
    /** The plan that decides who can read it. */
    plan_id: string | null;
    /** Also set for a plan's thread; null for the workspace's. */
    project_id: string | null;
    state: ThreadState;
    /** Number of comments, numbered from 1 without gaps. */
    comment_count: number;
    created_by: string;
    created_at: string;
    resolved_by: string | null;
    resolved_at: string | null;
    kind: ThreadKind;
    /** Counted in `specs.open_questions` while the thread is open. */
    blocking: 0 | 1;
    /** A question's options as JSON. */
    options: string;
    /** The comment that answered the question, and the index of the chosen option. */
    answer_comment_id: string | null;
    answer_option: number | null;
    /** The credential that began the thread; null for threads older than questions. */
    credential_id: string | null;
    /** The claim under which it was begun. */
    claim_id: string | null;
  };
  comments: {
    workspace_id: string;
    thread_id: string;
    number: number;
    id: string;
    /** "" once deleted. */
    body: string;
    /** Ids of mentioned users as JSON. */
    mentions: string;
    author_user_id: string;
    credential_id: string;
    created_at: string;
    edited_at: string | null;
    /** The row stays if other comments follow. */
    deleted_at: string | null;
  };
  /** Commenters of a thread. */
  thread_people: {
    workspace_id: string;
    thread_id: string;
    user_id: string;
    /** Number of the user's remaining comments. */
    comments: number;
  };
}
