import type { SpecStatus } from "@groundplan/contract";
import { type Fields, nodesOf, number, text } from "../answer.ts";

export interface Team {
  id: string;
  key: string;
  estimation: string;
  /** The states of its issues, in the team's order. */
  states: readonly { id: string; type: string }[];
}

/** Turns a team as the document `team` selects it into the adapter's form. */
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

/** The types of state for each status, the best first. */
const typesFor: Readonly<Record<SpecStatus, readonly string[]>> = {
  TODO: ["unstarted", "backlog"],
  IN_PROGRESS: ["started"],
  DONE: ["completed"],
  CANCELLED: ["canceled"],
};

/** Returns the id of the team's first state for a status; undefined if it has none. */
export const stateFor = ({ states }: Team, status: SpecStatus): string | undefined =>
  typesFor[status].flatMap((type) => states.find((state) => state.type === type) ?? [])[0]?.id;
