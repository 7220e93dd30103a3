import type { NotificationKind, SubscriptionState } from "@groundplan/contract";

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
    /** 1 if the inbox doesn't show it, but a mail or push may; it counts as read. */
    outside: 0 | 1;
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
    /** Channels beside the inbox that are on, as JSON by kind. */
    channels: string | null;
    /** Local time of the daily mail. */
    digest_at: string | null;
    /** IANA name. */
    time_zone: string | null;
    /** Local date of the last daily mail. */
    digested_on: string | null;
  };
  /** Mails and pushes of events. The key makes each at most one. */
  notices: {
    workspace_id: string;
    user_id: string;
    seq: number;
    channel: NoticeChannel;
    /** The kind whose settings allow it. */
    kind: NotificationKind;
    /** 1 if it waits for the daily mail. */
    digest: 0 | 1;
    state: NoticeState;
    /** Devices that a push has reached before another failed, as a JSON list. */
    devices: string | null;
    created_at: string;
    ended_at: string | null;
  };
  /** What members follow or mute: ids of plans and specs. */
  subscriptions: {
    workspace_id: string;
    user_id: string;
    subject_id: string;
    state: SubscriptionState;
  };
}

export type NoticeChannel = "mail" | "push";

/** `dropped`: unreadable, read in the inbox or switched off by then. */
export type NoticeState = "waiting" | "sent" | "dropped" | "failed";
