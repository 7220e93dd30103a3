export interface InboxTables {
  /** One row per event and recipient; derived from events except for `is_read`. */
  inbox_items: {
    workspace_id: string;
    user_id: string;
    /** Event number. */
    seq: number;
    id: string;
    /** Decides who can read it: root plan, project or workspace. */
    root_id: string;
    /** The current plan of its document. */
    plan_id: string | null;
    /** The discussed document, if any. */
    document_id: string | null;
    mentioned: 0 | 1;
    /** 1 if it has a read state, for an index of unread items. */
    is_read: 0 | 1;
    /** Snoozed items have a read state. */
    snoozed_until: string | null;
  };
  /** Counts per user and root; no row for none. */
  inbox_roots: { workspace_id: string; user_id: string; root_id: string; items: number; unread: number };
  /** Read and snoozed states, which survive rebuilds. */
  inbox_marks: {
    workspace_id: string;
    user_id: string;
    seq: number;
    read_at: string;
    snoozed_until: string | null;
  };
  /** Notification settings; everything is on without a row. */
  inbox_settings: {
    workspace_id: string;
    user_id: string;
    mentions: 0 | 1;
    threads: 0 | 1;
    suggestions: 0 | 1;
    shares: 0 | 1;
    pushes: 0 | 1;
  };
}
