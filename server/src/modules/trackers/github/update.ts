import { type Change, type ExternalRef, type Outcome, type RemoteItem, TrackerError } from "../tracker.ts";
import { fieldsOf } from "./answer.ts";
import type { GitHub } from "./client.ts";
import { labelsNotTaken, writeEffort } from "./items/labels.ts";
import { readRemoteItem, remoteItemOf } from "./items/remote-item.ts";
import { each } from "./outcomes.ts";
import { addressOf, type Home, issue } from "./repository.ts";
import { renderBody, renderTitle, titleCaveats } from "./text/body.ts";

/** Writes the named fields, at most so many issues at a time. */
export const updateIssues = (
  github: GitHub,
  home: Home,
  changes: readonly Change[],
  most: number,
): Promise<Outcome[]> => each(changes, most, (change) => updateIssue(github, home, change));

/** Writes the label first, so that the answer to the text shows the whole. */
async function updateIssue(github: GitHub, home: Home, change: Change): Promise<Outcome> {
  const { external, item, write } = change;
  const at = addressOf(home, external);
  const isLabelled = !write.includes("effort") || (await writeEffort(github, at, item.effort));
  const { body, caveats } = renderBody(item);
  const cut = write.includes("title") ? titleCaveats(item) : [];
  const notes = [...(write.includes("text") ? caveats : cut), ...(isLabelled ? [] : [labelsNotTaken])];
  if (!write.includes("title") && !write.includes("text")) {
    return { done: true, remote: await lookAfter(github, home, external), caveats: notes };
  }
  const { data } = await github(`PATCH ${issue}`, {
    ...at,
    ...(write.includes("title") ? { title: renderTitle(item) } : {}),
    ...(write.includes("text") ? { body } : {}),
  });
  return { done: true, remote: remoteItemOf(home, fieldsOf(data)), caveats: notes };
}

/** Reads the issue after a write; null where that fails, as the write is done all the same. */
async function lookAfter(github: GitHub, home: Home, external: ExternalRef): Promise<RemoteItem | null> {
  try {
    return await readRemoteItem(github, home, external);
  } catch (error) {
    if (error instanceof TrackerError) return null;
    throw error;
  }
}
