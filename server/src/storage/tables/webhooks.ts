import type { DeliveryState, FailureReason, WebhookFormat } from "@groundplan/contract";

export interface WebhookTables {
  webhooks: {
    workspace_id: string;
    id: string;
    /** Its member, whose access limits it and whose removal ends it. */
    user_id: string;
    /** The creating app's connection, whose end pauses it; null for keys and the console. */
    connection_id: string | null;
    url: string;
    /** JSON list of event types; null for all. */
    events: string | null;
    project_id: string | null;
    format: WebhookFormat;
    enabled: number;
    /** Why the service paused it. */
    disabled_reason: string | null;
    /** Sealed signing secrets; null after a restore without secrets, and for Slack. */
    sealed_secrets: string | null;
    /** The last event considered for deliveries. */
    cursor: number;
    /** Permanent failures since the last success. */
    failures: number;
    created_at: string;
  };
  webhook_deliveries: {
    workspace_id: string;
    webhook_id: string;
    id: string;
    event_seq: number;
    type: string;
    /** Orders deliveries of the same subject. */
    subject: string;
    state: DeliveryState;
    /** Set for a redelivery, which blocks nothing. */
    again: number;
    /** All attempts ever made. */
    attempts: number;
    /** Attempts since creation or redelivery. */
    tries: number;
    last_status: number | null;
    /** Failure class of the last attempt; null if none, or from earlier versions. */
    last_failure: FailureReason | null;
    /** Next attempt, or the current one's timeout; null behind an earlier delivery. */
    next_attempt_at: string | null;
    /** When `next_attempt_at` was set. */
    scheduled_at: string | null;
    /** Fencing token: the number of claims, which every later write of a claim names. */
    fence: number;
    /** 1 during an attempt. */
    leased: number;
    /** When the last attempt began. */
    attempted_at: string | null;
    created_at: string;
    ended_at: string | null;
  };
}
