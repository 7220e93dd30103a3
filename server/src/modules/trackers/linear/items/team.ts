import type { SpecStatus } from "@groundplan/contract";
import { type Fields, nodesOf, number, text } from "../answer.ts";

export interface Team {
  id: string;
  key: string;
  estimation: string;
  /** In the team's order. */
  states: readonly { id: string; type: string }[];
}

export function teamOf(found: Fields): Team {
  const states = nodesOf(found.states)
    .map((state) => ({
      id: text(state, "id"),
      type: text(state, "type"),
      position: number(state, "position"),
    }))
    .toSorted((a, b) => a.position - b.position);
  return {
    id: text(found, "id"),
    key: text(found, "key"),
    estimation: text(found, "issueEstimationType"),
    states,
  };
}

/** By preference. */
const typesFor: Readonly<Record<SpecStatus, readonly string[]>> = {
  TODO: ["unstarted", "backlog"],
  IN_PROGRESS: ["started"],
  DONE: ["completed"],
  CANCELLED: ["canceled"],
};

export const stateFor = ({ states }: Team, status: SpecStatus): string | undefined =>
  typesFor[status].flatMap((type) => states.find((state) => state.type === type) ?? [])[0]?.id;
