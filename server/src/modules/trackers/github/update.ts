import {
  type Change,
  type ExternalRef,
  type Item,
  type ItemPart,
  type Outcome,
  type RemoteItem,
  type RemoteStatus,
  TrackerError,
} from "../tracker.ts";
import { fieldsOf } from "./answer.ts";
import type { GitHub } from "./client.ts";
import { labelsNotTaken, writeEffort, writeLabels } from "./items/labels.ts";
import { readRemoteItem, remoteItemOf } from "./items/remote-item.ts";
import { each } from "./outcomes.ts";
import { addressOf, type Home, issue } from "./repository.ts";
import { renderBody, renderTitle, titleCaveats } from "./text/body.ts";

export const updateIssues = (
  github: GitHub,
  home: Home,
  changes: readonly Change[],
  most: number,
): Promise<Outcome[]> => each(changes, most, (change) => updateIssue(github, home, change));

/** Writes the label first, for the text's answer to include it. */
async function updateIssue(github: GitHub, home: Home, change: Change): Promise<Outcome> {
  const { external, item, write, details = {} } = change;
  const address = addressOf(home, external);
  const notTaken =
    write.includes("labels") && details.labels
      ? await writeLabels(github, home, address, details.labels)
      : [];
  const isLabelled = !write.includes("effort") || (await writeEffort(github, address, item.effort));
  const { body, caveats } = renderBody(item);
  const cut = write.includes("title") ? titleCaveats(item) : [];
  const state = write.includes("status") ? stateOf(item.status) : {};
  const notes = [...(write.includes("text") ? caveats : cut), ...(isLabelled ? [] : [labelsNotTaken])];
  if (notTaken.length > 0) notes.push(`GitHub did not take these labels: ${notTaken.join(", ")}.`);
  const leftParts: ItemPart[] = notTaken.length > 0 ? ["labels"] : [];
  if (write.every((part) => part === "effort" || part === "labels")) {
    return { done: true, remote: await lookAfter(github, home, external), caveats: notes, leftParts };
  }
  // GitHub takes a reason only with a state change.
  const isClosedAnew = state.state === "closed" && isClosed(change.statusBefore);
  if (isClosedAnew) await github(`PATCH ${issue}`, { ...address, state: "open" });
  const { data } = await github(`PATCH ${issue}`, {
    ...address,
    ...(write.includes("title") ? { title: renderTitle(item) } : {}),
    ...(write.includes("text") ? { body } : {}),
    ...state,
    ...(write.includes("assignee") ? { assignees: details.assignee ? [details.assignee] : [] } : {}),
  });
  return { done: true, remote: remoteItemOf(home, fieldsOf(data)), caveats: notes, leftParts };
}

const isClosed = (status?: RemoteStatus) => status === "DONE" || status === "CANCELLED";

function stateOf(status: Item["status"]): { state?: "open" | "closed"; state_reason?: string } {
  if (status === "DONE") return { state: "closed", state_reason: "completed" };
  if (status === "CANCELLED") return { state: "closed", state_reason: "not_planned" };
  return { state: "open" };
}

/** Returns null on failure, since the write is done. */
async function lookAfter(github: GitHub, home: Home, external: ExternalRef): Promise<RemoteItem | null> {
  try {
    return await readRemoteItem(github, home, external);
  } catch (error) {
    if (error instanceof TrackerError) return null;
    throw error;
  }
}
