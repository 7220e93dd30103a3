import type { Change, ExternalRef, ItemPart, Label, Outcome } from "../tracker.ts";
import type { Linear } from "./client.ts";
import { detailFields } from "./details.ts";
import { sendWrites, type Write } from "./graphql/writes.ts";
import { changedIssue, changedProject, changedState } from "./items/inputs.ts";
import type { Team } from "./items/team.ts";
import type { KnownLabels } from "./labels.ts";
import { throwIfAllFailed } from "./outcomes.ts";

export async function update(
  linear: Linear,
  team: Team,
  labels: KnownLabels,
  changes: readonly Change[],
): Promise<Outcome[]> {
  await makeLabels(labels, changes);
  const writes = changes.map((change) => writeOf(team, labels, change));
  const outcomes = throwIfAllFailed(await sendWrites(linear, writes));
  return outcomes.map((outcome, at) => {
    const { leftParts = [] } = writes[at] ?? {};
    return leftParts.length > 0 ? { ...outcome, leftParts } : outcome;
  });
}

function writeOf(
  team: Team,
  labels: KnownLabels,
  { external, item, write, details = {} }: Change,
): Write & { leftParts: ItemPart[] } {
  const isProject = item.kind === "container";
  const { input, caveats } = isProject ? changedProject(item, write) : changedIssue(team, item, write);
  const state = write.includes("status") ? changedState(team, item, external) : { input: {}, caveats: [] };
  const labelled = write.includes("labels")
    ? changedLabels(team, labels, external, details.labels)
    : { input: {}, caveats: [] };
  const own = Object.fromEntries(
    Object.entries(details).filter(([part]) => write.some((one) => one === part)),
  );
  const all = { ...input, ...state.input, ...detailFields(own), ...labelled.input };
  const kind = isProject ? ("projectUpdate" as const) : ("issueUpdate" as const);
  return {
    mutation: Object.keys(all).length === 0 ? null : { kind, variables: { id: external.id, input: all } },
    caveats: [...caveats, ...state.caveats, ...labelled.caveats],
    leftParts: [
      ...(state.input === null ? ["status" as const] : []),
      ...(labelled.caveats.length > 0 ? ["labels" as const] : []),
    ],
  };
}

async function makeLabels(known: KnownLabels, changes: readonly Change[]): Promise<void> {
  const wanted = changes.flatMap(({ write, details }) =>
    write.includes("labels") ? (details?.labels?.add ?? []) : [],
  );
  const byName = new Map(wanted.map((label) => [label.name, label]));
  await known.find([...byName.keys()]);
  for (const label of byName.values()) if (known.idOf(label.name) === undefined) await known.make(label);
}

/** Names labels that Linear has no room for, such as those named like a group. */
function changedLabels(
  team: Team,
  known: KnownLabels,
  { key }: Pick<ExternalRef, "key">,
  { add = [], remove = [] }: { add?: readonly Label[]; remove?: readonly string[] } = {},
): { input: Record<string, unknown>; caveats: string[] } {
  if (!key.startsWith(`${team.key}-`))
    return {
      input: {},
      caveats: [`The labels of ${key} were left: it is not in the Linear team ${team.key}.`],
    };
  const added = add.flatMap(({ name }) => known.idOf(name) ?? []);
  const lacking = add.filter(({ name }) => known.idOf(name) === undefined);
  return {
    input: {
      ...(added.length > 0 && { addedLabelIds: added }),
      ...(remove.length > 0 && { removedLabelIds: remove }),
    },
    caveats: lacking.map(
      ({ name }) => `Linear has no label "${name}" for issues of ${team.key}, and none could be made.`,
    ),
  };
}
