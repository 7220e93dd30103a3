import { type Created, type CreatedOne, type Item, type Seen, TrackerError } from "../tracker.ts";
import type { Answer, Jira } from "./client.ts";
import { errorOf } from "./errors.ts";
import { fetchIssues, property } from "./fetch.ts";
import { isOf, labelOf } from "./identity.ts";
import type { Layout } from "./layout.ts";
import { type Fields, fieldsOf, id, instant, key, listOf, partOf, unreadable } from "./read.ts";
import { type Rendered, render } from "./render.ts";
import { externalOf, seenFields, seenOf } from "./seen.ts";
import { flattenedCaveat, type Spot, spotOf } from "./spot.ts";

interface Plan {
  item: Item;
  spot: Spot;
  rendered: Rendered;
}

/** Makes up to 50 issues in one call; some may be refused while others are made. */
export async function createIssues(jira: Jira, layout: Layout, items: readonly Item[]): Promise<Created[]> {
  const plans = items.map((item) => ({
    item,
    spot: spotOf(layout, item.sort, item.parent),
    rendered: render(layout, item),
  }));
  const body = { issueUpdates: plans.map((plan) => bodyOf(layout, plan)) };
  const answer = await jira.call("POST /issue/bulk", { body, also: 400 });
  const made = assign(jira, plans.length, answer);
  const seen = await readBack(jira, layout, made);
  return plans.map((plan, index) => {
    const issue = made[index];
    if (issue instanceof TrackerError) return { done: false, error: issue };
    if (!issue) throw unreadable();
    const found =
      seen.find((one) => isOf(one, plan.item.identity)) ?? seen.find((one) => id(one) === issue.id);
    return createdOf(plan, found ? asMade(jira, layout, plan, found) : asSent(jira, plan, issue, answer.now));
  });
}

function bodyOf(layout: Layout, { item, spot, rendered }: Plan) {
  const { mark, clientId } = item.identity;
  return {
    fields: {
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

/** Those that were refused are told by their place in the list; the others follow in order. */
function assign(jira: Jira, count: number, { status, data }: Answer): (Made | TrackerError)[] {
  const answer = fieldsOf(data);
  if (status === 400 && !Array.isArray(answer.errors)) {
    throw errorOf(status, new Headers(), answer, jira.fieldNames);
  }
  const errors = listOf(answer.errors ?? []);
  const refusals = new Map(
    errors.map((error) => [Number(error.failedElementNumber), refusalOf(jira, error)]),
  );
  const issues = listOf(answer.issues ?? []).map((issue) => ({ id: id(issue), key: key(issue) }));
  const places = Array.from({ length: count }, (_, index) => refusals.get(index) ?? issues.shift());
  const whole = places.filter((place) => place !== undefined);
  if (whole.length < count || issues.length > 0) throw unreadable();
  return whole;
}

const refusalOf = (jira: Jira, error: Fields) =>
  errorOf(Number(error.status), new Headers(), partOf(error, "elementErrors"), jira.fieldNames);

/** The issues are made; that they can't be read now changes nothing about it. */
async function readBack(
  jira: Jira,
  layout: Layout,
  made: readonly (Made | TrackerError)[],
): Promise<Fields[]> {
  const ids = made.flatMap((one) => (one instanceof TrackerError ? [] : [one.id]));
  try {
    return [...(await fetchIssues(jira, ids, [...seenFields(layout), "created"])).values()];
  } catch (error) {
    if (error instanceof TrackerError) return [];
    throw error;
  }
}

function createdOf({ item, spot, rendered }: Plan, seen: Seen): CreatedOne {
  const flattened = spot.isFlattened ? [flattenedCaveat(item.handle, spot)] : [];
  return { done: true, seen, placed: spot.related === null, caveats: [...rendered.caveats, ...flattened] };
}

/**
 * What Jira makes of our words is what a push left. Where it was written to since, nobody can tell that from an edit
 * by people, or by an automation: what was sent stands for it, so that theirs is seen as one and not written over.
 */
function asMade(jira: Jira, layout: Layout, { rendered }: Plan, issue: Fields): Seen {
  const seen = seenOf(jira, layout, issue);
  const isWritten = seen.updatedAt > instant(partOf(issue, "fields"), "created");
  return isWritten ? { ...seen, fields: rendered.fields } : seen;
}

const asSent = (jira: Jira, { rendered }: Plan, made: Made, now: Date): Seen => ({
  external: externalOf(jira.baseUrl, made.id, made.key),
  fields: rendered.fields,
  status: "TODO",
  shut: null,
  updatedAt: now.toISOString(),
});
