import type { FieldValues } from "@groundplan/contract";
import {
  type Created,
  type CreatedOne,
  type Item,
  noDetails,
  type RemoteItem,
  TrackerError,
} from "../tracker.ts";
import { type Fields, fieldsOf, id, instant, key, listOf, partOf, unreadable } from "./answer.ts";
import type { Jira, JiraAnswer } from "./client.ts";
import { errorOf } from "./errors.ts";
import { fetchIssues, property } from "./items/bulk-fetch.ts";
import { flattenedCaveat, type HierarchyLevel, hierarchyLevelOf } from "./items/hierarchy.ts";
import { isOf, labelOf } from "./items/identity.ts";
import { externalOf, remoteFields, remoteItemOf } from "./items/remote-item.ts";
import { type Rendered, render } from "./items/render.ts";
import { valuesFor } from "./project/other-fields.ts";
import type { Layout } from "./project/schema.ts";

interface Plan {
  item: Item;
  spot: HierarchyLevel;
  rendered: Rendered;
}

/** Creates up to 50 issues per call; Jira may refuse some. */
export async function createIssues(
  jira: Jira,
  layout: Layout,
  items: readonly Item[],
  values: FieldValues = {},
): Promise<Created[]> {
  const plans = items.map((item) => ({
    item,
    spot: hierarchyLevelOf(layout, item.kind, item.parent),
    rendered: render(layout, item),
  }));
  const body = { issueUpdates: plans.map((plan) => bodyOf(layout, plan, values)) };
  const answer = await jira.call("POST /issue/bulk", { body, also: 400 });
  const made = assign(jira, plans.length, answer);
  const remote = await readBack(jira, layout, made);
  return plans.map((plan, index) => {
    const issue = made[index];
    if (issue instanceof TrackerError) return { done: false, error: issue };
    if (!issue) throw unreadable();
    const found =
      remote.find((one) => isOf(one, plan.item.identity)) ?? remote.find((one) => id(one) === issue.id);
    return createdOf(plan, found ? asMade(jira, layout, plan, found) : asSent(jira, plan, issue, answer.now));
  });
}

function bodyOf(layout: Layout, { item, spot, rendered }: Plan, values: FieldValues) {
  const { marker: mark, clientId } = item.identity;
  return {
    fields: {
      ...valuesFor(spot.kind.screen, values),
      project: { id: layout.project.id },
      issuetype: { id: spot.kind.id },
      ...Object.fromEntries(Object.entries(rendered.sent).filter(([, value]) => value !== null)),
      ...(spot.kind.screen.labels ? { labels: [labelOf(item.identity)] } : {}),
      ...(spot.parent ? { parent: { id: spot.parent.id } } : {}),
    },
    properties: [{ key: property, value: { mark, clientId } }],
  };
}

interface Made {
  id: string;
  key: string;
}

/** Matches answers to items: refused ones have their index, created ones come in order. */
function assign(jira: Jira, count: number, { status, data }: JiraAnswer): (Made | TrackerError)[] {
  const answer = fieldsOf(data);
  if (status === 400 && !Array.isArray(answer.errors)) {
    throw errorOf(status, new Headers(), answer, jira.fieldNames);
  }
  const errors = listOf(answer.errors ?? []);
  const refusals = new Map(
    errors.map((error) => [Number(error.failedElementNumber), refusalOf(jira, error)]),
  );
  const issues = listOf(answer.issues ?? []).map((issue) => ({ id: id(issue), key: key(issue) }));
  const results = Array.from({ length: count }, (_, index) => refusals.get(index) ?? issues.shift());
  const whole = results.filter((result) => result !== undefined);
  if (whole.length < count || issues.length > 0) throw unreadable();
  return whole;
}

const refusalOf = (jira: Jira, error: Fields) =>
  errorOf(Number(error.status), new Headers(), partOf(error, "elementErrors"), jira.fieldNames);

/** Treats unreadable issues as created, too. */
async function readBack(
  jira: Jira,
  layout: Layout,
  made: readonly (Made | TrackerError)[],
): Promise<Fields[]> {
  const ids = made.flatMap((one) => (one instanceof TrackerError ? [] : [one.id]));
  try {
    return [...(await fetchIssues(jira, ids, [...remoteFields(layout), "created"])).values()];
  } catch (error) {
    if (error instanceof TrackerError) return [];
    throw error;
  }
}

function createdOf({ item, spot, rendered }: Plan, remote: RemoteItem): CreatedOne {
  const flattened = spot.isFlattened ? [flattenedCaveat(item.handle, spot)] : [];
  return { done: true, remote, placed: spot.related === null, caveats: [...rendered.caveats, ...flattened] };
}

/**
 * Returns an issue as pushed, with Jira's rendering of the text. If it was written to since, the sent values
 * are used: users' edits can't be distinguished from Jira's changes, and must not be overwritten.
 */
function asMade(jira: Jira, layout: Layout, { rendered }: Plan, issue: Fields): RemoteItem {
  const remote = remoteItemOf(jira, layout, issue);
  const isWritten = remote.updatedAt > instant(partOf(issue, "fields"), "created");
  return isWritten ? { ...remote, fields: rendered.fields } : remote;
}

const asSent = (jira: Jira, { rendered }: Plan, made: Made, now: Date): RemoteItem => ({
  external: externalOf(jira.webUrl, made.id, made.key),
  fields: rendered.fields,
  status: "TODO",
  details: noDetails,
  readOnlyReason: null,
  updatedAt: now.toISOString(),
});
