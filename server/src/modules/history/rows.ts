/** The rows of events, for modules that pass events on by themselves. */
export { type EventRow, eventsAfter, eventsOf } from "./store.ts";
