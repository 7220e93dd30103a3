import type { Provider } from "@groundplan/contract";
export const connectorProviders: ReadonlyMap<string, Provider> = new Map<string, Provider>([
  ["linear", "tracker_a"],
  ["jira", "tracker_b"],
  ["github", "tracker_c"],
]);
