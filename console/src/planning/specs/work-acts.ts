import { type Label, listLabels, listMembers, type Member, type Spec } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { priorityLabel } from "../../../../contract/src/planning/display-words.ts";
import { readAll } from "../../api/read.ts";
import type { Act } from "../../components/overlays/act.ts";
import { useSession } from "../../session/session.ts";
import { changeWork, type Placed } from "../edits/work-edits.ts";
import { priorities } from "./work-words.ts";

type Specs = readonly Placed<Spec>[];

/** Returns the value that all specs share; undefined if they differ. */
function shared<T>(specs: Specs, of: (spec: Spec) => T): T | undefined {
  const values = new Set(specs.map(({ spec }) => of(spec)));
  return values.size === 1 ? [...values][0] : undefined;
}

/** Members, the reader first. */
export function useMembers(): Member[] {
  const me = useSession().user.id;
  const { data: members = [] } = useQuery(readAll(listMembers, {}, "members"));
  return members.toSorted((one, other) => Number(other.userId === me) - Number(one.userId === me));
}

export function useLabels(): Label[] {
  const { data: labels = [] } = useQuery(readAll(listLabels, {}, "labels"));
  return labels.toSorted((one, other) => one.name.localeCompare(other.name));
}

export function assigneeActs(specs: Specs, members: readonly Member[], me: string): Act[] {
  const now = shared(specs, ({ assigneeUserId }) => assigneeUserId);
  const people = members.map(({ userId, name }) => ({
    userId,
    name: userId === me ? `${name} (you)` : name,
  }));
  return [...people, { userId: null, name: "Nobody" }].map(({ userId, name }) => ({
    name,
    isChosen: now === userId,
    run: () => void assign(specs, userId, name),
  }));
}

/** Assigns specs to a member of this name; null for nobody. */
export const assign = (specs: Specs, userId: string | null, name: string): Promise<void> =>
  changeWork(specs, userId === null ? "assigned to nobody" : `assigned to ${name}`, () => ({
    assigneeUserId: userId,
  }));

export function priorityActs(specs: Specs): Act[] {
  const now = shared(specs, ({ priority }) => priority);
  return priorities.map((priority) => ({
    name: priorityLabel(priority),
    isChosen: now === priority,
    run: () => void prioritize(specs, priority),
  }));
}

export const prioritize = (specs: Specs, priority: number): Promise<void> =>
  changeWork(specs, priorityLabel(priority).toLowerCase(), () => ({ priority }));

/** Labels that all specs have are taken off, others are added. */
export const labelActs = (specs: Specs, labels: readonly Label[]): Act[] =>
  labels.map(({ id, name }) => {
    const has = ({ labels: own }: Spec) => own.some((label) => label.id === id);
    const isChosen = specs.every(({ spec }) => has(spec));
    return {
      name,
      isChosen,
      run: () =>
        void changeWork(specs, isChosen ? `without ${name}` : `labelled ${name}`, (spec) => {
          const others = spec.labels.map((label) => label.id).filter((one) => one !== id);
          return { labelIds: isChosen ? others : [...others, id] };
        }),
    };
  });

/** Sets the due date of specs; an empty text clears it. */
export const setDue = (specs: Specs, date: string): Promise<void> =>
  changeWork(specs, date === "" ? "no due date" : `due ${date}`, () => ({
    dueDate: date === "" ? null : date,
  }));
