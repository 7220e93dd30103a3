import type { Spec } from "@groundplan/contract";

/** The priorities as lists show them, without one last. */
export const priorities = [1, 2, 3, 4, 0] as const;

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const dayOfYear = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** Returns a day's words, such as "24 Dec"; with the year if it is another one. */
export function dayWords(date: string, now = new Date()): string {
  const time = new Date(`${date}T00:00:00Z`);
  const isThisYear = date.startsWith(String(now.getUTCFullYear()));
  return (isThisYear ? day : dayOfYear).format(time);
}

/** Tests whether a day is past, by the service's days, which are those of UTC. */
export const isPast = (date: string, now = new Date()): boolean => date < now.toISOString().slice(0, 10);

/** Tests whether a spec is open and its due date past. */
export const isOverdue = ({ dueDate, status }: Pick<Spec, "dueDate" | "status">): boolean =>
  dueDate !== null && isPast(dueDate) && (status === "TODO" || status === "IN_PROGRESS");
