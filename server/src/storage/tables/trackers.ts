export interface TrackerTables {
  /** Rate-limit state of a tracker, shared by all processes. */
  tracker_limits: {
    workspace_id: string;
    connection_id: string;
    name: string;
    /** End of a requested wait, or of a nearly spent hour. */
    blocked_until: string | null;
    /** Earliest time of the next call, if calls are spaced. */
    free_at: string | null;
    /** Start of the period that `used` counts. */
    window_from: string | null;
    used: number;
  };
}
