import {
  type Change,
  type CreatedOne,
  type External,
  type Item,
  type Outcome,
  type Seen,
  TrackerError,
} from "../tracker.ts";
import { renderBody, renderTitle, titleCaveats } from "./body.ts";
import type { GitHub } from "./client.ts";
import { isRefused } from "./errors.ts";
import { hasAll, labelNames, labelsOf, lackingLabels, writeEffort } from "./labels.ts";
import { fieldsOf } from "./read.ts";
import { addressOf, type Home } from "./repositories.ts";
import { seenOf } from "./seen.ts";

const issue = "/repos/{owner}/{repo}/issues/{issue_number}";

/** Sub-issues are made in a call of their own. */
export async function createIssue(github: GitHub, home: Home, item: Item): Promise<CreatedOne> {
  const { body, caveats } = renderBody(item);
  const labels = labelsOf(item);
  const sent = { title: renderTitle(item), body, ...(labels.length === 0 ? {} : { labels }) };
  const { data } = await github("POST /repos/{owner}/{repo}/issues", { ...home.place, ...sent });
  const made = fieldsOf(data);
  if (!hasAll(labelNames(made.labels), labels)) caveats.push(lackingLabels);
  return { done: true, seen: seenOf(home, made), placed: false, caveats };
}

/** The label goes first, so that the answer to the text shows the whole. */
export async function updateIssue(github: GitHub, home: Home, change: Change): Promise<Outcome> {
  const { external, item, write } = change;
  const at = addressOf(home, external);
  const isLabelled = !write.includes("effort") || (await writeEffort(github, at, item.effort));
  const { body, caveats } = renderBody(item);
  const cut = write.includes("title") ? titleCaveats(item) : [];
  const notes = [...(write.includes("text") ? caveats : cut), ...(isLabelled ? [] : [lackingLabels])];
  if (!write.includes("title") && !write.includes("text")) {
    return { done: true, seen: await lookAfter(github, home, external), caveats: notes };
  }
  const { data } = await github(`PATCH ${issue}`, {
    ...at,
    ...(write.includes("title") ? { title: renderTitle(item) } : {}),
    ...(write.includes("text") ? { body } : {}),
  });
  return { done: true, seen: seenOf(home, fieldsOf(data)), caveats: notes };
}

/** What was written stays written where the look fails. */
async function lookAfter(github: GitHub, home: Home, external: External): Promise<Seen | null> {
  try {
    return await lookAt(github, home, external);
  } catch (error) {
    if (error instanceof TrackerError) return null;
    throw error;
  }
}

async function lookAt(github: GitHub, home: Home, external: External): Promise<Seen> {
  return seenOf(home, fieldsOf((await github(`GET ${issue}`, { ...addressOf(home, external) })).data));
}

/** Null where GitHub shows no such issue: it was deleted, or went where the account can't see it. */
export async function readIssue(github: GitHub, home: Home, external: External): Promise<Seen | null> {
  try {
    return await lookAt(github, home, external);
  } catch (error) {
    if (isRefused(error, ["missing"])) return null;
    throw error;
  }
}
