import type { DocumentKind, ThreadState } from "@groundplan/contract";

export interface ThreadTables {
  threads: {
    workspace_id: string;
    id: string;
    document_id: string;
    document_kind: DocumentKind;
    /** The plan in which the document lies or is discussed, which decides who reads the thread. */
    plan_id: string | null;
    /** The project, also of a plan's thread; null for what belongs to the workspace. */
    project_id: string | null;
    state: ThreadState;
    /** The comments that it has, which are numbered from 1 without gaps. */
    comment_count: number;
    created_by: string;
    created_at: string;
    resolved_by: string | null;
    resolved_at: string | null;
  };
  comments: {
    workspace_id: string;
    thread_id: string;
    number: number;
    id: string;
    /** Empty once it was deleted. */
    body: string;
    /** The ids of the people that it mentions, as JSON. */
    mentions: string;
    author_user_id: string;
    credential_id: string;
    created_at: string;
    edited_at: string | null;
    /** The time at which it was deleted. The row stays where others follow it. */
    deleted_at: string | null;
  };
  /** The people who wrote in a thread. */
  thread_people: {
    workspace_id: string;
    thread_id: string;
    user_id: string;
    /** The comments of the person that are still there. */
    comments: number;
  };
}
