/** The job that a connection leaves which has a key again: changes in its tracker meanwhile were not taken over. */
export const jobKindOfReconnected = "connectors.reconnected";

export interface Reconnected {
  workspaceId: string;
  connectionId: string;
}
