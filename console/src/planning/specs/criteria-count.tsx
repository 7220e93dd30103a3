import { useMemo } from "react";
import { readCriteria } from "../../../../contract/src/criteria/read-criteria.ts";

/** The number of acceptance criteria in a text, which lists of specs don't have. */
export default function CriteriaCount({ text }: { text: string }) {
  const count = useMemo(() => readCriteria(text).criteria.length, [text]);
  return (
    <span className="flex-none text-ink-3">
      {count === 0 ? "no criteria" : count === 1 ? "1 criterion" : `${count} criteria`}
    </span>
  );
}
