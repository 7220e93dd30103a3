import { type Change, type Outcome, TrackerError } from "../tracker.ts";
import type { Jira } from "./client.ts";
import { done, each } from "./each.ts";
import { fetchIssues } from "./fetch.ts";
import type { Layout } from "./layout.ts";
import type { Fields } from "./read.ts";
import { render } from "./render.ts";
import { seenFields, seenOf } from "./seen.ts";

/** Writes the fields that are named, one issue after the other, and then reads them all at once. */
export async function updateIssues(
  jira: Jira,
  layout: Layout,
  changes: readonly Change[],
): Promise<Outcome[]> {
  const outcomes = await each(changes, async ({ external, item, write }) => {
    const { sent: fields, caveats } = render(layout, item, write);
    if (Object.keys(fields).length > 0) {
      const call = { in: { id: external.id }, body: { fields }, issues: [external.id] };
      await jira.call("PUT /issue/{id}", call);
    }
    return done(caveats);
  });
  const written = changes.filter((_, index) => outcomes[index]?.done).map(({ external }) => external.id);
  const found = await readIfPossible(jira, layout, written);
  return outcomes.map((outcome, index) => {
    const issue = found.get(changes[index]?.external.id ?? "");
    return outcome.done && issue ? { ...outcome, seen: seenOf(jira, layout, issue) } : outcome;
  });
}

/** What was written stays written when it can't be read. */
async function readIfPossible(
  jira: Jira,
  layout: Layout,
  ids: readonly string[],
): Promise<Map<string, Fields>> {
  try {
    return await fetchIssues(jira, ids, seenFields(layout));
  } catch (error) {
    if (error instanceof TrackerError) return new Map();
    throw error;
  }
}
