import { TrackerError } from "../../tracker.ts";
import { type Fields, fieldsOf, id, listOf } from "../answer.ts";
import type { Jira } from "../client.ts";
import { TooLarge } from "../errors.ts";

const mostAtOnce = 100;

/** Holds an issue's identity. */
export const property = "groundplan";

/** Omits deleted and hidden issues. Ids survive moves, and former keys work too. */
export async function fetchIssues(
  jira: Jira,
  idsOrKeys: readonly string[],
  fields: readonly string[],
): Promise<Map<string, Fields>> {
  const found = new Map<string, Fields>();
  let waiting = [...new Set(idsOrKeys)];
  let most = mostAtOnce;
  while (waiting.length > 0) {
    const asked = waiting.slice(0, most);
    const data = await bulkFetch(jira, asked, fields);
    if (data === null) {
      most = Math.floor(asked.length / 2);
      continue;
    }
    for (const issue of listOf(data.issues)) found.set(id(issue), issue);
    // Issues that didn't fit.
    const left = listOf(data.issueErrors ?? []).map((error) => String(error.id));
    if (left.length >= asked.length) throw notReadable();
    waiting = [...asked.filter((one) => left.includes(one)), ...waiting.slice(asked.length)];
  }
  return found;
}

/** Returns null if the answer was too large. */
async function bulkFetch(jira: Jira, asked: string[], fields: readonly string[]): Promise<Fields | null> {
  const body = { issueIdsOrKeys: asked, fields, properties: [property] };
  try {
    return fieldsOf((await jira.call("POST /issue/bulkfetch", { body })).data);
  } catch (error) {
    if (error instanceof TooLarge && asked.length > 1) return null;
    throw error;
  }
}

const notReadable = () =>
  new TrackerError("not_executed", "unreachable", "Jira could not read its issues just now.");
