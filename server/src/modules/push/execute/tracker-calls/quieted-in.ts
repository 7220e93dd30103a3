import type { Item } from "../../../trackers/tracker.ts";

const mostNamed = 5;

/** Returns a caveat with the neutralized references. */
export function quietedIn({ quieted = [], handle }: Item): string[] {
  if (quieted.length === 0) return [];
  const more = quieted.length > mostNamed ? ` and ${quieted.length - mostNamed} more` : "";
  const names = `${quieted.slice(0, mostNamed).join(", ")}${more}`;
  return [`References in ${handle} were written so that they name nothing in the tracker: ${names}.`];
}
