export interface InboxTables {
  /** The items that people were told, one row for an event and a person; all but `is_read` follows from the events. */
  inbox_items: {
    workspace_id: string;
    user_id: string;
    /** The number of the event. */
    seq: number;
    id: string;
    /** This decides who reads it now: the root plan, or the project, or the workspace. */
    root_id: string;
    /** The plan in which its document lies now. */
    plan_id: string | null;
    /** The id of the document that was discussed, where there is one. */
    document_id: string | null;
    mentioned: 0 | 1;
    /** 1 where it has a mark, so that an index finds what has none. */
    is_read: 0 | 1;
    /** Until when its person has put it off; null where they have not. It has a mark. */
    snoozed_until: string | null;
  };
  /** The numbers of items, and of unread ones, that a person has of each root; no row where there are none. */
  inbox_roots: { workspace_id: string; user_id: string; root_id: string; items: number; unread: number };
  /** The marks of what people have read or put off. A rebuild of the items leaves them. */
  inbox_marks: {
    workspace_id: string;
    user_id: string;
    seq: number;
    read_at: string;
    snoozed_until: string | null;
  };
  /** The events that people want to be told of; all, where they have no row. */
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
