import { pooled } from "../concurrent.ts";
import type { CreatedOne, Item } from "../tracker.ts";
import { fieldsOf } from "./answer.ts";
import type { GitHub } from "./client.ts";
import { hasAll, labelNames, labelsNotTaken, labelsOf } from "./items/labels.ts";
import { remoteItemOf } from "./items/remote-item.ts";
import type { Home } from "./repository.ts";
import { renderBody, renderTitle } from "./text/body.ts";

/** Creates issues one by one, without parents. */
export const createIssues = (github: GitHub, home: Home, items: readonly Item[]): Promise<CreatedOne[]> =>
  pooled(items, 1, (item) => createIssue(github, home, item));

async function createIssue(github: GitHub, home: Home, item: Item): Promise<CreatedOne> {
  const { body, caveats } = renderBody(item);
  const labels = labelsOf(item);
  const sent = { title: renderTitle(item), body, ...(labels.length === 0 ? {} : { labels }) };
  const { data } = await github("POST /repos/{owner}/{repo}/issues", { ...home.repository, ...sent });
  const made = fieldsOf(data);
  if (!hasAll(labelNames(made.labels), labels)) caveats.push(labelsNotTaken);
  return { done: true, remote: remoteItemOf(home, made), placed: false, caveats };
}
