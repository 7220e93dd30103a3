import type {
  ErrorCode,
  FailureReason,
  Provider,
  PushItem,
  PushState,
  SpecStatus,
} from "@groundplan/contract";

/** Stored states; dry runs have no row. */
export type PushRowStatus = Exclude<PushState, "dry_run">;
export type UpstreamErrorCode = Extract<ErrorCode, "upstream_error" | "upstream_timeout">;
export type PushAction = "create" | "update" | "link" | "unlink";
/** The API's states plus `conflict_in_part`: some fields were edited in the tracker, others were written. */
export type PushStepState = PushItem["state"] | "conflict_in_part";
/**
 * `sending`: a call may be in flight. `skipped`: unsupported by the tracker. `gone`: no longer in the
 * tracker.
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
    /** Request options as JSON. */
    options: string;
    status: PushRowStatus;
    /** The plan in the snapshot as JSON: names and ids. Null until the steps are stored. */
    about: string | null;
    /** Messages with the plans that they name, as JSON, most important first. */
    caveats: string;
    /** End of the wait that the tracker asked for. */
    waits_until: string | null;
    /** The result as JSON with the plans named in its messages, which are filtered per reader. */
    result: string | null;
    /** Set if the tracker made the push fail before any write. */
    error_code: UpstreamErrorCode | null;
    /** Class of that failure; null in pushes of earlier versions. */
    failure_reason: FailureReason | null;
    started_at: string;
    finished_at: string | null;
    /** User id. */
    cancelled_by: string | null;
    /** The tracker's accounts of assignees by user id, as JSON (`push/ledger/people.ts`). */
    people: string | null;
  };
  /** The steps of a push, planned from its snapshot. */
  push_steps: {
    workspace_id: string;
    push_id: string;
    position: number;
    kind: PushItem["kind"];
    action: PushAction;
    /** The plan or spec; for a link, the child or the dependent. */
    entity_id: string;
    /** The needed end of a dependency; null otherwise. */
    other_id: string | null;
    plan_id: string;
    plan_number: number;
    spec_number: number | null;
    /** Version of the pushed text. */
    revision: number | null;
    hash: string;
    state: PushStepState;
    error: string | null;
    /** Ids of ancestors as JSON, plan first; null for dependencies. */
    path: string | null;
    /** Effort pushed with the text. */
    effort: number | null;
    /** The part of the text outside of its version (`Extra`), as JSON. */
    extra: string | null;
    /** The issue's desired status, `TODO` for any open one; null if none is sent. */
    status: SpecStatus | null;
    /** The spec's details that are sent, as JSON (`Details`); null if none are. */
    details: string | null;
  };
  /** The ledger: what each target has of each plan, spec and link. Outlives all of them. */
  push_items: {
    workspace_id: string;
    connection_id: string;
    target: string;
    kind: PushItem["kind"];
    /** The plan or spec; for a link, the child or the dependent. */
    entity_id: string;
    /** The needed end of a dependency; "" otherwise. */
    needed_id: string;
    /** Its plan at the last push or move. */
    plan_id: string;
    push_id: string;
    state: PushItemState;
    /** Number of unanswered creates. */
    attempt: number;
    external_id: string | null;
    external_number: number | null;
    external_key: string | null;
    external_url: string | null;
    /** Content hash of the call in flight. */
    sending_hash: string | null;
    sending_revision: number | null;
    sending_effort: number | null;
    sending_status: SpecStatus | null;
    /** Parts that updates in flight may have written, as JSON; null before the first. */
    sending_parts: string | null;
    sending_at: string | null;
    /** When an unanswered create's issue was first found missing. */
    looked_at: string | null;
    /** Hash of the content in the tracker, or of the unsupported content if `skipped`. */
    pushed_hash: string | null;
    pushed_at: string | null;
    /** Random UUIDv4: the issue's id if the tracker lets us choose, otherwise part of its marker. */
    client_id: string | null;
    /** Hashes of the last written and resulting values by field, as JSON: the base of comparisons. */
    last_synced: string | null;
    /** Parents under which pushes may have put a child, as JSON (`push/ledger/parent-key.ts`); null if unknown. */
    possible_parents: string | null;
    /** Last observed status; only a change is taken over. */
    remote_status: SpecStatus | null;
    /** Both statuses when they last agreed or were first seen together. */
    base_status: SpecStatus | null;
    base_remote_status: SpecStatus | null;
    /** Both sides' details when they last agreed, as JSON (`DetailsBase`); null if never compared. */
    base_details: string | null;
    /** The base that updates in flight would leave; null before the first. */
    sending_details: string | null;
    /** Key of the details in the tracker (`push/ledger/details.ts`); null if none were sent. */
    pushed_details: string | null;
    /** Last observed state of an issue with a pending change (`push/ledger/look.ts`), as JSON. */
    look: string | null;
  };
  /** What trackers have of pictures: sent once to an account, or to each issue whose text shows them. */
  pushed_pictures: {
    workspace_id: string;
    connection_id: string;
    /** The tracker's id of the issue; "" if pictures are the account's. */
    issue_id: string;
    picture_id: string;
    /** `sending`: a call may be in flight. */
    state: "sending" | "sent" | "refused";
    address: string | null;
    /** Why it was refused. */
    error: string | null;
    push_id: string;
  };
  /** Until when a target's changes are known. */
  tracker_polls: {
    workspace_id: string;
    connection_id: string;
    target: string;
    since: string;
    /** The last item of the round through all known ones, `kind id`; null to restart. */
    looked_until: string | null;
  };
}
