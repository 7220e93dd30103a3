import { useMemo } from "react";
import { type DiffLine, linesOf } from "./diff-lines.ts";

const looks = {
  added: ["bg-good-soft", "+", "added"],
  removed: ["bg-bad-soft", "−", "removed"],
  same: ["", " ", ""],
} as const;

/** Each change has a sign as well as a color. */
export function Diff({ before, after }: { before: string; after: string }) {
  const lines = useMemo(() => linesOf(before, after), [before, after]);
  return <DiffLines lines={lines} />;
}

export function DiffLines({ lines }: { lines: readonly DiffLine[] }) {
  return (
    <div className="max-w-[80ch] overflow-hidden rounded-card border border-line font-mono text-note leading-5">
      {lines.map(({ kind, text }, index) => {
        const [colour, sign, word] = looks[kind];
        return (
          <div
            key={`line ${index.toString()}`}
            className={`grid grid-cols-[1.75rem_minmax(0,1fr)] px-1 ${colour}`}
          >
            <span aria-hidden="true" className="text-center text-ink-3">
              {sign}
            </span>
            <span className="min-h-5 break-words whitespace-pre-wrap">
              {word && <span className="sr-only">{word}: </span>}
              {text}
            </span>
          </div>
        );
      })}
    </div>
  );
}
