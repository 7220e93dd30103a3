import type { Outcome } from "../../tracker.ts";
import { fieldsOf } from "../answer.ts";
import type { Linear } from "../client.ts";
import { remoteIssueOf, remoteProjectOf } from "../items/remote-item.ts";
import { sendBatch } from "./batch-mutations.ts";
import type { Mutation } from "./documents.ts";

/** `mutation` is null for a no-op. */
export interface Write {
  mutation: Mutation | null;
  caveats: string[];
  /** Why an item that a user moved was left. */
  left?: string | undefined;
}

export async function sendWrites(linear: Linear, writes: readonly Write[]): Promise<Outcome[]> {
  const results = await sendBatch(
    linear,
    writes.flatMap(({ mutation }) => mutation ?? []),
  );
  const next = results.values();
  return writes.map(({ mutation, caveats, left }): Outcome => {
    if (mutation === null)
      return { done: true, remote: null, caveats, ...(left === undefined ? {} : { left }) };
    const { value: result } = next.next();
    if (result === undefined) throw new Error("a mutation without a result");
    if ("error" in result) return { done: false, error: result.error };
    const { issue, project } = result.payload;
    const isProject = mutation.kind === "projectUpdate";
    const remote = isProject ? remoteProjectOf(fieldsOf(project)) : remoteIssueOf(fieldsOf(issue));
    return { done: true, remote, caveats };
  });
}
