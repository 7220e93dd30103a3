import type { Member, Spec } from "@groundplan/contract";
import { priorityLabel } from "../../../../../contract/src/planning/display-words.ts";
import { counted } from "../../../components/counted.ts";
import type { Group } from "../../../components/lists/grouped-list.tsx";
import { wordOf } from "../../../components/status.tsx";
import { specStatuses } from "../spec-choices.ts";

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

const group = <S>(title: string, items: readonly S[], key = title): Group<S> => ({
  key,
  title,
  says: counted(items.length, "spec"),
  items: [...items],
});

/** Groups specs in their order. A spec with several labels stands in the group of its first. */
export function groupBy<S extends Spec>({ specs, by, members }: Grouping<S>): Group<S>[] {
  if (by === "none") return [group("Specs", specs)];
  if (by === "status")
    return kept(
      specStatuses.map((one) =>
        group(
          wordOf(one),
          specs.filter(({ status }) => status === one),
        ),
      ),
    );
  if (by === "priority")
    return kept(
      [1, 2, 3, 4, 0].map((one) =>
        group(
          priorityLabel(one),
          specs.filter(({ priority }) => priority === one),
        ),
      ),
    );
  if (by === "assignee") {
    const of = Map.groupBy(specs, ({ assigneeUserId }) => assigneeUserId);
    const people = members.map(({ userId, name }) => group(name, of.get(userId) ?? [], userId));
    return kept([...people, group("Nobody", of.get(null) ?? [])]);
  }
  const of = Map.groupBy(specs, ({ labels: [first] }) => first?.id ?? "");
  const names = new Map(
    specs.flatMap(({ labels: [first] }) => (first ? [[first.id, first.name] as const] : [])),
  );
  const labels = [...names].toSorted(([, one], [, other]) => one.localeCompare(other));
  return kept([
    ...labels.map(([id, name]) => group(name, of.get(id) ?? [], id)),
    group("No label", of.get("") ?? []),
  ]);
}

const kept = <S>(groups: Group<S>[]): Group<S>[] => groups.filter(({ items }) => items.length > 0);
