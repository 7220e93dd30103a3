import type { Change, Outcome } from "../tracker.ts";
import type { Linear } from "./client.ts";
import type { Mutation } from "./documents.ts";
import type { Team } from "./estimate.ts";
import { changedIssue, changedProject } from "./inputs.ts";
import { fieldsOf } from "./read.ts";
import { seenIssue, seenProject } from "./seen.ts";
import { several } from "./several.ts";

/** `mutation` is null where there is nothing to send. */
export interface Work {
  mutation: Mutation | null;
  caveats: string[];
  /** Why there is nothing to send: people have put it elsewhere. */
  left?: string | undefined;
}

export const update = (linear: Linear, team: Team, changes: readonly Change[]) =>
  carryOut(
    linear,
    changes.map(({ external, item, write }) => {
      const isProject = item.sort === "container";
      const { input, caveats } = isProject ? changedProject(item, write) : changedIssue(team, item, write);
      const isNothing = Object.keys(input).length === 0;
      const kind = isProject ? "projectUpdate" : "issueUpdate";
      return { mutation: isNothing ? null : { kind, variables: { id: external.id, input } }, caveats };
    }),
  );

/** Answers with what Linear made of it. */
export async function carryOut(linear: Linear, works: readonly Work[]): Promise<Outcome[]> {
  const results = await several(
    linear,
    works.flatMap(({ mutation }) => mutation ?? []),
  );
  const next = results.values();
  return works.map(({ mutation, caveats, left }): Outcome => {
    if (mutation === null)
      return { done: true, seen: null, caveats, ...(left === undefined ? {} : { left }) };
    const { value: result } = next.next();
    if (result === undefined) throw new Error("a mutation without a result");
    if ("error" in result) return { done: false, error: result.error };
    const { issue, project } = result.payload;
    const isProject = mutation.kind === "projectUpdate";
    const seen = isProject ? seenProject(fieldsOf(project)) : seenIssue(fieldsOf(issue));
    return { done: true, seen, caveats };
  });
}
