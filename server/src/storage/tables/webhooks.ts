import type { DeliveryState, FailureReason } from "@groundplan/contract";

export interface WebhookTables {
  webhooks: {
    workspace_id: string;
    id: string;
    /** The member who made it, with whom it ends: it delivers what they can read. */
    user_id: string;
    /** The connection of the app that made it for them, with which it is switched off; null for keys and the console. */
    connection_id: string | null;
    url: string;
    /** The types of events as a JSON list; null for all of them. */
    events: string | null;
    project_id: string | null;
    enabled: number;
    /** The reason why the service switched it off. */
    disabled_reason: string | null;
    /** The secrets that sign, sealed; null after a restore from a backup without secrets. */
    sealed_secrets: string | null;
    /** The number of the last event for which it has its delivery, if it delivers that one. */
    cursor: number;
    /** The deliveries that failed for good since the last one that arrived. */
    failures: number;
    created_at: string;
  };
  webhook_deliveries: {
    workspace_id: string;
    webhook_id: string;
    id: string;
    event_seq: number;
    type: string;
    /** The deliveries of one subject go in the order of their events. */
    subject: string;
    state: DeliveryState;
    /** Set for one that is delivered again, which nothing waits for. */
    again: number;
    /** All attempts there ever were. */
    attempts: number;
    /** The attempts since it was made, or since somebody had it delivered again. */
    tries: number;
    last_status: number | null;
    /** The class of the last attempt's failure; null for none, and for attempts of earlier versions. */
    last_failure: FailureReason | null;
    /** The time of the next attempt, or at which the present one is given up; null where an earlier one comes first. */
    next_attempt_at: string | null;
    /** The time at which `next_attempt_at` was set. */
    scheduled_at: string | null;
    /** The fencing number, which counts claims; every later write of a claim names it. */
    fence: number;
    /** Set while an attempt is under way. */
    leased: number;
    created_at: string;
    ended_at: string | null;
  };
}
