export type { Fault, Faults, LogEntry, Match } from "./common/faults.ts";
export { startReceiver } from "./common/receiver.ts";
