import { use, useMemo } from "react";
import { Pill, type Tone } from "../../../components/pill.tsx";
import { Section } from "../../../components/section.tsx";
import { ChangedWords } from "../../../components/text/changed-words.tsx";
import { criteriaLater } from "../../../markdown/read-later.ts";
import { type CriterionChange, criteriaChanges } from "./criteria-changes.ts";

const looks: Record<CriterionChange["kind"], [Tone, string]> = {
  added: ["good", "Added"],
  removed: ["bad", "Removed"],
  changed: ["warn", "Changed"],
  moved: ["plain", "Moved"],
};

/** Word by word; nothing if neither version has criteria. */
export function CriteriaDiff({ before, after }: { before: string; after: string }) {
  const [wasLater, isLater] = [criteriaLater(before), criteriaLater(after)];
  const [was, is] = [use(wasLater), use(isLater)];
  const changes = useMemo(() => (was && is ? criteriaChanges(was, is) : []), [was, is]);
  if (!was || !is || was.length + is.length === 0) return null;
  return (
    <Section title="Criteria">
      {changes.length === 0 && <p className="text-ink-2">No criteria changed.</p>}
      <ul className="max-w-[80ch]">
        {changes.map((change, index) => (
          <li
            key={`change ${index.toString()}`}
            className="grid grid-cols-[minmax(2.75rem,auto)_1fr] gap-x-2 border-t border-line py-1.5"
          >
            <span className="font-mono text-small leading-[1.5625rem] text-ink-3">{change.label}</span>
            <div className="min-w-0 text-doc break-words whitespace-pre-wrap">
              <Pill tone={looks[change.kind][0]}>{looks[change.kind][1]}</Pill>{" "}
              <ChangedWords before={change.before} after={change.after} />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
