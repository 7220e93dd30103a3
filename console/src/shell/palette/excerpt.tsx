import type { SearchResult } from "@groundplan/contract";
import { Fragment } from "react";

/** An excerpt with marked matches, in UTF-16 offsets. */
export function Excerpt({ excerpt, highlights }: Pick<SearchResult, "excerpt" | "highlights">) {
  const ends = highlights.map(([, end]) => end);
  return (
    <span className="line-clamp-2 text-note text-ink-2">
      {highlights.map(([start, end], index) => (
        <Fragment key={start}>
          {excerpt.slice(ends[index - 1] ?? 0, start)}
          <mark className="bg-warn-soft font-semibold text-ink">{excerpt.slice(start, end)}</mark>
        </Fragment>
      ))}
      {excerpt.slice(ends.at(-1) ?? 0)}
    </span>
  );
}
