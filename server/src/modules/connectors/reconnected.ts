/** The job after a reconnect, which catches up on the tracker's changes. */
export const jobKindOfReconnected = "connectors.reconnected";

export interface Reconnected {
  workspaceId: string;
  connectionId: string;
}
