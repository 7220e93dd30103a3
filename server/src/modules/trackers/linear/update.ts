import type { Change, Outcome } from "../tracker.ts";
import type { Linear } from "./client.ts";
import { sendWrites } from "./graphql/writes.ts";
import type { Team } from "./items/estimate.ts";
import { changedIssue, changedProject } from "./items/inputs.ts";
import { throwIfAllFailed } from "./outcomes.ts";

/** Writes the named fields of issues and projects. */
export async function update(linear: Linear, team: Team, changes: readonly Change[]): Promise<Outcome[]> {
  const writes = changes.map(({ external, item, write }) => {
    const isProject = item.kind === "container";
    const { input, caveats } = isProject ? changedProject(item, write) : changedIssue(team, item, write);
    const isNothing = Object.keys(input).length === 0;
    const kind = isProject ? ("projectUpdate" as const) : ("issueUpdate" as const);
    return { mutation: isNothing ? null : { kind, variables: { id: external.id, input } }, caveats };
  });
  return throwIfAllFailed(await sendWrites(linear, writes));
}
