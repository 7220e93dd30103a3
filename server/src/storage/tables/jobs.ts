/** The state of a job; `dead` means given up, visible to the operator. */
export type JobState = "waiting" | "running" | "done" | "dead";

export interface JobTables {
  jobs: {
    id: string;
    workspace_id: string | null;
    kind: string;
    /** The key that at most one unfinished job has. */
    dedupe_key: string | null;
    payload: string;
    state: JobState;
    run_at: string;
    attempts: number;
    lease_until: string | null;
    /** The fencing number, which counts claims; every later write of a claim names it. */
    fence: number;
    last_error: string | null;
    created_at: string;
    finished_at: string | null;
    /** The trace of what caused it, as a `traceparent` header; null where none was kept. */
    trace: string | null;
  };
}
