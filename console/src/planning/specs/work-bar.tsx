import type { Spec } from "@groundplan/contract";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { useKey } from "../../components/keyboard/keys.ts";
import { Menu } from "../../components/overlays/menu.tsx";
import { useSession } from "../../session/session.ts";
import type { Placed } from "../edits/work-edits.ts";
import { DueDialog } from "./due-dialog.tsx";
import { assigneeActs, labelActs, priorityActs, useLabels, useMembers } from "./work-acts.ts";

/** Sets who, what kind and when of the selected specs. */
export function WorkBar({ specs }: { specs: readonly Placed<Spec>[] }) {
  const members = useMembers();
  const labels = useLabels();
  const me = useSession().user.id;
  const [isDating, date] = useState(false);
  const press = (act: string) => document.querySelector<HTMLElement>(`[data-act="selected-${act}"]`)?.click();
  useKey("w", "Assign the selected specs", () => press("assignee"));
  useKey("!", "Set the priority of the selected specs", () => press("priority"));
  useKey("l", "Set the labels of the selected specs", () => press("labels"));
  useKey("d", "Set the due date of the selected specs", () => date(true));
  return (
    <>
      <Menu label="Assign the selected specs" act="selected-assignee" acts={assigneeActs(specs, members, me)}>
        Assign
      </Menu>
      <Menu label="Set the priority of the selected specs" act="selected-priority" acts={priorityActs(specs)}>
        Priority
      </Menu>
      {labels.length > 0 && (
        <Menu
          label="Set the labels of the selected specs"
          act="selected-labels"
          acts={labelActs(specs, labels)}
        >
          Labels
        </Menu>
      )}
      <Button onClick={() => date(true)}>Due…</Button>
      {isDating && <DueDialog specs={specs} onClose={() => date(false)} />}
    </>
  );
}
