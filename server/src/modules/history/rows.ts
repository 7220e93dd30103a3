/** Event rows for modules that forward events themselves. */
export { type EventRow, eventsAfter, eventsOf } from "./store.ts";
