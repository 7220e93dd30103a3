/** `dead` means given up, visible to the operator. */
export type JobState = "waiting" | "running" | "done" | "dead";

export interface JobTables {
  jobs: {
    id: string;
    workspace_id: string | null;
    kind: string;
    /** Unique among unfinished jobs. */
    dedupe_key: string | null;
    payload: string;
    state: JobState;
    run_at: string;
    attempts: number;
    lease_until: string | null;
    /** Fencing token: the number of claims, which every later write of a claim names. */
    fence: number;
    last_error: string | null;
    created_at: string;
    finished_at: string | null;
    /** `traceparent` of its cause, if any. */
    trace: string | null;
  };
}
