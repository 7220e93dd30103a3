import type {
  ErrorCode,
  FailureReason,
  Provider,
  PushItem,
  PushState,
  SpecStatus,
} from "@groundplan/contract";

/** The states `queued` and `running`, and those in which a push ends. */
export type PushRowStatus = Exclude<PushState, "dry_run">;
export type UpstreamErrorCode = Extract<ErrorCode, "upstream_error" | "upstream_timeout">;
export type PushAction = "create" | "update" | "link" | "unlink";
/** The API's states, and `conflict_in_part`: people edited some fields in the tracker, others were written. */
export type PushStepState = PushItem["state"] | "conflict_in_part";
/**
 * With `sending` a call may be under way, with `skipped` the tracker can't take it, with `gone` the tracker had it.
 */
export type PushItemState = "sending" | "sent" | "skipped" | "gone" | "failed";

export interface PushTables {
  pushes: {
    workspace_id: string;
    id: string;
    plan_id: string;
    root_plan_id: string;
    connection_id: string;
    provider: Provider;
    target: string;
    requested_by: string;
    credential_id: string;
    /** The options of the request, as JSON. */
    options: string;
    status: PushRowStatus;
    /** The plan as the snapshot had it, as JSON: names with their ids. Null until the steps are saved. */
    about: string | null;
    /** Sentences with the plans that they name, as JSON, the most important first. */
    caveats: string;
    /** The time until which the tracker asked to wait. */
    waits_until: string | null;
    /** The push's end as JSON, with the plans that its sentences name; each reader is told what they may read. */
    result: string | null;
    /** Set where the push ended before anything was written, and the tracker is the reason. */
    error_code: UpstreamErrorCode | null;
    /** The class of that failure; null beside a code in pushes of earlier versions. */
    failure_reason: FailureReason | null;
    started_at: string;
    finished_at: string | null;
    /** The id of the person who cancelled it. */
    cancelled_by: string | null;
  };
  /** The steps of one push, planned from its snapshot. */
  push_steps: {
    workspace_id: string;
    push_id: string;
    position: number;
    kind: PushItem["kind"];
    action: PushAction;
    /** The plan or spec; for a link the child, or the end that needs the other. */
    entity_id: string;
    /** The end of a dependency that is needed; null for other steps. */
    other_id: string | null;
    plan_id: string;
    plan_number: number;
    spec_number: number | null;
    /** The version of the text that is pushed. */
    revision: number | null;
    hash: string;
    state: PushStepState;
    error: string | null;
    /**
     * The ids of what it lies under, as JSON: the plan first, then specs, the outermost first; null for dependencies.
     */
    path: string | null;
    /** The effort that is pushed with a text. */
    effort: number | null;
    /** The part of a text that is not in its version (`Extra`), as JSON. */
    extra: string | null;
    /** The status that the issue is to have, `TODO` for any open one; null if none is sent. */
    status: SpecStatus | null;
  };
  /** The ledger: what each target has of each plan, spec and link, across pushes. It outlives plans and specs. */
  push_items: {
    workspace_id: string;
    connection_id: string;
    target: string;
    kind: PushItem["kind"];
    /** The plan or spec; for a link the child, or the end that needs the other. */
    entity_id: string;
    /** The end of a dependency that is needed, else empty. */
    needed_id: string;
    /** The plan that it was in when it was last pushed or moved. */
    plan_id: string;
    push_id: string;
    state: PushItemState;
    /** The number of the push's creates that the tracker never answered. */
    attempt: number;
    external_id: string | null;
    external_number: number | null;
    external_key: string | null;
    external_url: string | null;
    /** The hash of the content that a call under way carries. */
    sending_hash: string | null;
    sending_revision: number | null;
    sending_effort: number | null;
    sending_status: SpecStatus | null;
    /** The parts that updates under way may have written, as JSON; null before the first one leaves. */
    sending_parts: string | null;
    sending_at: string | null;
    /** The time when the issue of an unanswered create was first found missing. */
    looked_at: string | null;
    /** The hash of the content that the tracker has; where it is `skipped`, of what the tracker does not take. */
    pushed_hash: string | null;
    pushed_at: string | null;
    /**
     * A random UUID of version 4: the id in trackers that let us choose it, else part of what it is found by.
     */
    client_id: string | null;
    /**
     * The hashes of what was last written and of what the tracker made of it, by field, as JSON: the base of a
     * comparison.
     */
    last_synced: string | null;
    /**
     * The places in which pushes may have left a child, as JSON (`push/ledger/place.ts`); null where nobody knows.
     */
    possible_parents: string | null;
    /** The tracker's status when it was last seen: only a change of it is taken over. */
    remote_status: SpecStatus | null;
    /** The spec's status and the tracker's when both last agreed, or were first seen together; null before that. */
    base_status: SpecStatus | null;
    base_remote_status: SpecStatus | null;
    /** What the last push or dry run saw of an issue whose change waits (`push/ledger/look.ts`), as JSON. */
    look: string | null;
  };
  /** The time until which changes in a target are known here. */
  tracker_polls: {
    workspace_id: string;
    connection_id: string;
    target: string;
    since: string;
    /** The last item that the round through all known ones has read, `kind id`; null where the round begins anew. */
    looked_until: string | null;
  };
}
