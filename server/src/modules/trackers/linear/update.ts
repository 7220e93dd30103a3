import type { Change, Outcome } from "../tracker.ts";
import type { Linear } from "./client.ts";
import { sendWrites, type Write } from "./graphql/writes.ts";
import { changedIssue, changedProject, changedState } from "./items/inputs.ts";
import type { Team } from "./items/team.ts";
import { throwIfAllFailed } from "./outcomes.ts";

export async function update(linear: Linear, team: Team, changes: readonly Change[]): Promise<Outcome[]> {
  const writes = changes.map((change) => writeOf(team, change));
  const outcomes = throwIfAllFailed(await sendWrites(linear, writes));
  return outcomes.map((outcome, at) =>
    writes[at]?.isStatusLeft ? { ...outcome, isStatusLeft: true } : outcome,
  );
}

function writeOf(team: Team, { external, item, write }: Change): Write & { isStatusLeft: boolean } {
  const isProject = item.kind === "container";
  const { input, caveats } = isProject ? changedProject(item, write) : changedIssue(team, item, write);
  const state = write.includes("status") ? changedState(team, item, external) : { input: {}, caveats: [] };
  const all = { ...input, ...state.input };
  const kind = isProject ? ("projectUpdate" as const) : ("issueUpdate" as const);
  return {
    mutation: Object.keys(all).length === 0 ? null : { kind, variables: { id: external.id, input: all } },
    caveats: [...caveats, ...state.caveats],
    isStatusLeft: state.input === null,
  };
}
