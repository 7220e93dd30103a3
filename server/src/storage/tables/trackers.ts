export interface TrackerTables {
  /** The state of a tracker's limits, which all processes share. */
  tracker_limits: {
    workspace_id: string;
    connection_id: string;
    name: string;
    /** The tracker asked to wait, or too little is left of its hour. */
    blocked_until: string | null;
    /** The time at which the next call may leave, where calls keep a distance. */
    free_at: string | null;
    /** The time since which `used` counts. */
    window_from: string | null;
    used: number;
  };
}
