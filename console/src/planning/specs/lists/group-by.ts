import type { Member, Spec } from "@groundplan/contract";
import { priorityLabel } from "../../../../../contract/src/planning/display-words.ts";
import { counted } from "../../../components/counted.ts";
import type { Group } from "../../../components/lists/grouped-list.tsx";
import { wordOf } from "../../../components/status.tsx";
import { specStatuses } from "../spec-choices.ts";
import { priorities } from "../work-words.ts";

export const groupWords = {
  wave: "Build order",
  status: "Status",
  assignee: "Assignee",
  label: "Label",
  priority: "Priority",
  none: "No groups",
} as const;
export type GroupBy = keyof typeof groupWords;

export const isGroupBy = (text: string | undefined): text is GroupBy =>
  text !== undefined && Object.hasOwn(groupWords, text);

interface Grouping<S> {
  specs: readonly S[];
  by: Exclude<GroupBy, "wave">;
  members: readonly Member[];
}

const group = <S>(key: string, title: string, items: readonly S[] = []): Group<S> => ({
  key,
  title,
  says: counted(items.length, "spec"),
  items,
});

/** Groups specs in their order, without empty groups. A spec with several labels stands in the group of its first. */
export const groupBy = <S extends Spec>(grouping: Grouping<S>): Group<S>[] =>
  groupsBy(grouping).filter(({ items }) => items.length > 0);

/** Groups specs as columns, whose keys are the shared values: those that always make sense may be empty. */
export function columnsBy<S extends Spec>(grouping: Grouping<S>): Group<S>[] {
  const groups = groupsBy(grouping);
  const isFixed = grouping.by === "status" || grouping.by === "priority";
  return isFixed ? groups : groups.filter(({ key, items }) => key === "" || items.length > 0);
}

function groupsBy<S extends Spec>({ specs, by, members }: Grouping<S>): Group<S>[] {
  switch (by) {
    case "none":
      return [group("", "Specs", specs)];
    case "status": {
      const of = Map.groupBy(specs, ({ status }) => status);
      return specStatuses.map((one) => group(one, wordOf(one), of.get(one)));
    }
    case "priority": {
      const of = Map.groupBy(specs, ({ priority }) => priority);
      return priorities.map((one) => group(String(one), priorityLabel(one), of.get(one)));
    }
    case "assignee": {
      const of = Map.groupBy(specs, ({ assigneeUserId }) => assigneeUserId);
      const people = members.map(({ userId, name }) => group(userId, name, of.get(userId)));
      return [...people, group("", "Nobody", of.get(null))];
    }
    case "label": {
      const of = Map.groupBy(specs, ({ labels: [first] }) => first?.id ?? "");
      const names = new Map(
        specs.flatMap(({ labels: [first] }) => (first ? [[first.id, first.name] as const] : [])),
      );
      const labels = [...names].toSorted(([, one], [, other]) => one.localeCompare(other));
      return [...labels.map(([id, name]) => group(id, name, of.get(id))), group("", "No label", of.get(""))];
    }
  }
}
