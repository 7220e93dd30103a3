export interface SyncTables {
  /** The notices that were accepted, so that a repetition is recognized. */
  tracker_deliveries: {
    workspace_id: string;
    connection_id: string;
    delivery_id: string;
    received_at: string;
  };
}
