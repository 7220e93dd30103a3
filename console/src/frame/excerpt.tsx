import type { SearchResult } from "@groundplan/contract";
import { Fragment } from "react";

/** Shows a part of a text with what was found in it marked. Positions are those of the excerpt, in UTF-16 units. */
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
