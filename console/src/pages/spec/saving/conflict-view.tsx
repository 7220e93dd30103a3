import { useEffect, useMemo, useRef, useState } from "react";
import { Button } from "../../../components/button.tsx";
import type { SpecParams } from "../../../planning/params.ts";
import type { Conflict } from "./conflict.ts";
import { ConflictChoice } from "./conflict-choice.tsx";
import { type Choice, type MergedRange, mergeLines, textOf } from "./merge-lines.ts";
import type { Saver } from "./saver.ts";
import { listed, useWhoChanged } from "./who-changed.ts";

interface Properties {
  params: SpecParams;
  saver: Saver;
  conflict: Conflict;
}

/** Asks what to keep of each conflict; changes by only one side are already merged. */
export function ConflictView({ params, saver, conflict }: Properties) {
  const { field, base, current } = conflict;
  // Typing may have gone on since the refused save.
  const [yours] = useState(() => saver.typed()[field]);
  const [baseRevision] = useState(() => saver.saved().revision);
  const names = useWhoChanged(params, baseRevision, conflict.revision);
  const theirs = names.length === 1 && names[0] !== "You" ? `${names[0]}'s` : "Theirs";
  const heading = useRef<HTMLHeadingElement>(null);
  const ranges = useMemo<MergedRange[]>(
    () =>
      field === "title"
        ? [{ kind: "open", base: base ?? "", yours, current }]
        : mergeLines(base ?? "", yours, current),
    [field, base, yours, current],
  );
  const open = ranges.filter((range) => range.kind === "open");
  const [choices, choose] = useState<readonly (Choice | undefined)[]>([]);
  const isDecided = open.every((_, index) => choices[index] !== undefined);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section
      data-editing // Words typed a moment too late are no shortcuts.
      className="max-w-[74ch] rounded-card border border-warn bg-sheet p-4"
      aria-labelledby="conflict-heading"
    >
      <h2 ref={heading} id="conflict-heading" tabIndex={-1} className="text-h3 font-semibold outline-none">
        This {field === "title" ? "title" : "text"} was changed while you were typing
      </h2>
      <p role="status" className="mt-1 font-[550]">
        {whoChanged(names, field)}
      </p>
      <p className="mt-1 text-ink-2">Choose what to keep. The saved text is also in the version history.</p>
      {open.map((range, index) => (
        <ConflictChoice
          key={`conflict ${index.toString()}`}
          name={open.length === 1 ? "What to keep" : `Conflict ${index + 1} of ${open.length}: what to keep`}
          range={range}
          theirs={theirs}
          mayKeepBoth={field === "content"}
          choice={choices[index]}
          choose={(choice) => choose(open.map((_, at) => (at === index ? choice : choices[at])))}
        />
      ))}
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <Button
          look="primary"
          disabled={!isDecided}
          onClick={() => saver.decide({ [field]: textOf(ranges, choices) })}
        >
          Save
        </Button>
        {open.length > 1 && (
          <>
            <Button onClick={() => choose(open.map(() => "yours"))}>Choose mine everywhere</Button>
            <Button onClick={() => choose(open.map(() => "current"))}>Choose theirs everywhere</Button>
          </>
        )}
      </div>
    </section>
  );
}

/** Only one name is surely that of who changed the same words. */
function whoChanged(names: readonly string[], field: Conflict["field"]): string {
  if (names.length === 0) return "";
  if (names.length > 1) return `${listed(names)} have saved changes meanwhile.`;
  return `${listed(names)} changed ${field === "title" ? "it" : "the same lines"}.`;
}
