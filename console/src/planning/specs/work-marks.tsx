import { listMembers, type Spec } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { priorityLabel } from "../../../../contract/src/planning/display-words.ts";
import { readAll } from "../../api/read.ts";
import { initialsOf } from "../../components/initials.ts";
import { later } from "../../components/loading/later.tsx";
import { EffortPill } from "../../components/pill.tsx";
import { Time } from "../../components/time.tsx";
import { LabelMark } from "./label-mark.tsx";
import type { Column } from "./lists/columns/columns.ts";
import { dayWords, isOverdue } from "./work-words.ts";

const CriteriaCount = later(() => import("./criteria-count.tsx"), { lost: () => null });

const bars = ["", "!", "▲", "■", "▽"];

/** Below the title in a narrow window; beside it, at most two fifths of the row. */
const inRow =
  "order-last pb-1.5 pl-8 column:order-none column:max-w-2/5 column:basis-auto column:justify-end column:py-1 column:pr-1.5 column:pl-0";

interface Properties {
  spec: Spec;
  /** Columns besides these four that the list shows. */
  added: readonly Column[];
  isInRow: boolean;
}

/** Priority, labels, due date and assignee of a spec in a row or card. */
export default function WorkMarks({ spec, added, isInRow }: Properties) {
  const { priority, labels, dueDate, assigneeUserId, assigneeActive } = spec;
  const isLate = isOverdue(spec);
  return (
    <span
      className={`flex min-w-0 basis-full flex-wrap items-center gap-1.5 text-small ${isInRow ? inRow : "px-2 pb-1.5"}`}
    >
      {priority > 0 && (
        <span
          role="img"
          data-column="priority"
          aria-label={`Priority: ${priorityLabel(priority)}`}
          title={priorityLabel(priority)}
          className={`flex-none font-semibold ${priority === 1 ? "text-bad" : "text-ink-3"}`}
        >
          {bars[priority]}
        </span>
      )}
      {labels.length > 0 && (
        <span data-column="labels" className="contents">
          {labels.map((label) => (
            <LabelMark key={label.id} label={label} />
          ))}
        </span>
      )}
      {dueDate !== null && (
        <span data-column="due" className={`flex-none ${isLate ? "font-[550] text-bad" : "text-ink-3"}`}>
          {isLate ? "overdue " : "due "}
          <time dateTime={dueDate}>{dayWords(dueDate)}</time>
        </span>
      )}
      {assigneeUserId !== null && <Assignee userId={assigneeUserId} isActive={assigneeActive !== false} />}
      {added.includes("effort") && spec.effortLabel !== null && <EffortPill label={spec.effortLabel} />}
      {added.includes("criteria") && <CriteriaCount text={spec.content} />}
      {added.includes("updated") && <Dated word="updated" at={spec.updatedAt} />}
      {added.includes("created") && <Dated word="created" at={spec.createdAt} />}
    </span>
  );
}

const Dated = ({ word, at }: { word: string; at: string }) => (
  <span className="flex-none text-ink-3">
    {word} <Time at={at} />
  </span>
);

function Assignee({ userId, isActive }: { userId: string; isActive: boolean }) {
  const { data: members } = useQuery(readAll(listMembers, {}, "members"));
  const name = members?.find((member) => member.userId === userId)?.name;
  if (name === undefined) return null;
  const says = `Assigned to ${name}${isActive ? "" : ", who can't read the plan"}`;
  return (
    <span
      role="img"
      data-column="assignee"
      aria-label={says}
      title={says}
      className={`inline-grid size-5 flex-none place-items-center rounded-full border border-line-strong bg-sunk text-[0.625rem] font-semibold ${isActive ? "text-ink-2" : "text-ink-3 line-through"}`}
    >
      {initialsOf(name)}
    </span>
  );
}
