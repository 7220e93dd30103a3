import type { SpecWithCriteria } from "@groundplan/contract";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { priorityLabel } from "../../../../contract/src/planning/display-words.ts";
import { useKey } from "../../components/keyboard/keys.ts";
import { Menu } from "../../components/overlays/menu.tsx";
import { Pill } from "../../components/pill.tsx";
import { useSession } from "../../session/session.ts";
import type { SpecParams } from "../params.ts";
import { DueDialog } from "./due-dialog.tsx";
import { LabelMark } from "./label-mark.tsx";
import { assigneeActs, labelActs, priorityActs, useLabels, useMembers } from "./work-acts.ts";
import { dayWords, isOverdue } from "./work-words.ts";

interface Properties {
  params: SpecParams;
  spec: SpecWithCriteria;
  canEdit: boolean;
}

const pillButton = "rounded-full hover:brightness-95";

/** Assignee, priority, labels and due date on a spec's page. */
export default function WorkPills({ params, spec, canEdit }: Properties) {
  const members = useMembers();
  const labels = useLabels();
  const me = useSession().user.id;
  const [isDating, date] = useState(false);
  const placed = [{ params, spec }];
  const press = (act: string) => document.querySelector<HTMLElement>(`#main [data-act="${act}"]`)?.click();
  useKey("w", "Assign the spec", () => canEdit && press("assignee"));
  useKey("!", "Set the priority", () => canEdit && press("priority"));
  useKey("l", "Set the labels", () => canEdit && press("labels"));
  useKey("d", "Set the due date", () => canEdit && date(true));
  const { assigneeUserId, assigneeActive, priority, dueDate } = spec;
  const assignee = members.find(({ userId }) => userId === assigneeUserId)?.name;
  const who = `Assignee: ${assignee ?? "Nobody"}${assigneeActive === false ? " (can't read it)" : ""}`;
  const isLate = isOverdue(spec);
  const due = dueDate === null ? "No due date" : `${isLate ? "Overdue" : "Due"} ${dayWords(dueDate)}`;
  if (!canEdit)
    return (
      <>
        {assignee !== undefined && <Pill>{who}</Pill>}
        {priority > 0 && <Pill tone={priority === 1 ? "bad" : "plain"}>{priorityLabel(priority)}</Pill>}
        {spec.labels.map((label) => (
          <LabelMark key={label.id} label={label} />
        ))}
        {dueDate !== null && <Pill tone={isLate ? "bad" : "plain"}>{due}</Pill>}
      </>
    );
  return (
    <>
      <Menu label={who} act="assignee" className={pillButton} acts={assigneeActs(placed, members, me)}>
        <Pill>
          {who} <span aria-hidden="true">▾</span>
        </Pill>
      </Menu>
      <Menu
        label={`Priority: ${priorityLabel(priority)}`}
        act="priority"
        className={pillButton}
        acts={priorityActs(placed)}
      >
        <Pill tone={priority === 1 ? "bad" : "plain"}>
          {priorityLabel(priority)} <span aria-hidden="true">▾</span>
        </Pill>
      </Menu>
      {labels.length > 0 ? (
        <Menu
          label={
            spec.labels.length === 0
              ? "No label"
              : `Labels: ${spec.labels.map(({ name }) => name).join(", ")}`
          }
          act="labels"
          className={`flex flex-wrap items-center gap-1 ${pillButton}`}
          acts={labelActs(placed, labels)}
        >
          {spec.labels.length === 0 ? (
            <Pill>
              No label <span aria-hidden="true">▾</span>
            </Pill>
          ) : (
            spec.labels.map((label) => <LabelMark key={label.id} label={label} />)
          )}
        </Menu>
      ) : (
        <Link to="/settings/workspace" hash="labels" className="px-2 text-small text-ink-3 hover:text-ink">
          Add labels in the settings
        </Link>
      )}
      <button type="button" aria-haspopup="dialog" onClick={() => date(true)} className={pillButton}>
        <Pill tone={isLate ? "bad" : "plain"}>{due}</Pill>
      </button>
      {isDating && <DueDialog specs={placed} onClose={() => date(false)} />}
    </>
  );
}
