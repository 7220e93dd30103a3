import type { Item } from "../../../trackers/tracker.ts";

/** Returns a caveat for each reason why pictures are links to the console. */
export function linkedIn({ pictures, handle }: Item): string[] {
  return [...Map.groupBy(pictures?.linked ?? [], (why) => why)].map(([why, { length }]) => {
    const what = length === 1 ? "A picture" : `${length} pictures`;
    return `${what} of ${handle} ${length === 1 ? "is a link" : "are links"} to Groundplan: ${why}.`;
  });
}
