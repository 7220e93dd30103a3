export interface TrackerTables {
  /** What is left of a tracker's limits, for all processes. */
  tracker_limits: {
    workspace_id: string;
    connection_id: string;
    name: string;
    /** The tracker asked to wait, or too little is left of its hour. */
    blocked_until: string | null;
    /** When the next call may leave, where calls keep a distance. */
    free_at: string | null;
    /** Our own count of a quota, and since when. */
    window_from: string | null;
    used: number;
  };
}
