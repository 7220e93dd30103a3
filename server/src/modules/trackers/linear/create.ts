import { pooled } from "../concurrent.ts";
import { type Created, type Item, type RemoteItem, TrackerError } from "../tracker.ts";
import { type Fields, fieldsOf, listOf, unreadable } from "./answer.ts";
import { ask, type Linear } from "./client.ts";
import { concernsOneItem } from "./graphql/batch-mutations.ts";
import { createIssue, createIssues, createProject } from "./graphql/documents.ts";
import { newIssue, newProject } from "./items/inputs.ts";
import { remoteIssueOf, remoteProjectOf } from "./items/remote-item.ts";
import { readByIds } from "./items/sightings.ts";
import type { Team } from "./items/team.ts";
import { failed, throwIfAllFailed } from "./outcomes.ts";

/** Batches are all-or-nothing, and short enough for any proxy. */
const mostInBatch = 50;
const mostUnitsInBatch = 1_000_000;

/** Creates projects one by one and issues in batches. None may depend on another of the call. */
export async function create(linear: Linear, team: Team, items: readonly Item[]): Promise<Created[]> {
  const made = new Map<Item, Created>();
  const containers = items.filter(({ kind }) => kind === "container");
  const projects = await pooled(containers, 4, (item) => makeProject(linear, team, item));
  for (const [position, item] of containers.entries())
    made.set(item, projects[position] ?? failed(unreadable()));
  for (const batch of batchesOf(items.filter(({ kind }) => kind === "item"))) {
    const outcomes = await makeIssues(linear, team, batch);
    for (const [index, item] of batch.entries()) made.set(item, outcomes[index] ?? failed(unreadable()));
  }
  await markUsedIdsUnknown(linear, made);
  return throwIfAllFailed(items.map((item) => made.get(item) ?? failed(unreadable())));
}

function batchesOf(items: readonly Item[]): Item[][] {
  const batches: Item[][] = [];
  let units = 0;
  for (const item of items) {
    const batch = batches.at(-1);
    units += item.title.length + item.text.length;
    if (batch && batch.length < mostInBatch && units <= mostUnitsInBatch) batch.push(item);
    else {
      batches.push([item]);
      units = item.title.length + item.text.length;
    }
  }
  return batches;
}

const makeProject = (linear: Linear, team: Team, item: Item) =>
  make(linear, createProject, newProject(team, item), (data) =>
    remoteProjectOf(fieldsOf(done(data.projectCreate).project)),
  );

const makeIssue = (linear: Linear, team: Team, item: Item) =>
  make(linear, createIssue, newIssue(team, item), (data) =>
    remoteIssueOf(fieldsOf(done(data.issueCreate).issue)),
  );

async function make(
  linear: Linear,
  document: string,
  { input, caveats }: { input: Record<string, unknown>; caveats: string[] },
  seenIn: (data: Fields) => RemoteItem,
): Promise<Created> {
  try {
    const { data } = await ask(linear, document, { input });
    return { done: true, remote: seenIn(data), placed: true, caveats };
  } catch (error) {
    return failed(error);
  }
}

/**
 * Creates issues in a batch. A refused batch created none, so its issues are retried one by one to find the
 * culprit.
 */
async function makeIssues(linear: Linear, team: Team, items: Item[]): Promise<Created[]> {
  const inputs = items.map((item) => newIssue(team, item));
  try {
    const { data } = await ask(linear, createIssues, { input: { issues: inputs.map(({ input }) => input) } });
    const remote = listOf(done(data.issueBatchCreate).issues).map(remoteIssueOf);
    const byId = new Map(remote.map((one) => [one.external.id, one]));
    return inputs.map(({ id, caveats }) => {
      const one = byId.get(id);
      return one ? { done: true, remote: one, placed: true, caveats } : failed(unreadable());
    });
  } catch (error) {
    const { error: refusal } = failed(error);
    if (!concernsOneItem(refusal) || items.length === 1) return items.map(() => failed(refusal));
    return pooled(items, 4, (item) => makeIssue(linear, team, item));
  }
}

function done(payload: unknown): Fields {
  const fields = fieldsOf(payload);
  if (fields.success !== true) throw unreadable();
  return fields;
}

/**
 * Turns the refusal of a used id, which Linear reports as invalid, into `unknown`: the id is ours, from an
 * unanswered call, so the caller searches for it.
 */
async function markUsedIdsUnknown(linear: Linear, made: Map<Item, Created>): Promise<void> {
  const refused = [...made].flatMap(([item, one]) => (!one.done && concernsOneItem(one.error) ? item : []));
  if (refused.length === 0) return;
  const wanted = refused.map(({ kind, identity }) => ({ kind, id: identity.clientId }));
  const found = await readByIds(linear, wanted).catch((error: unknown) => failed(error));
  for (const item of refused) {
    if (found instanceof Map && !found.has(item.identity.clientId)) continue;
    made.set(item, failed(new TrackerError("unknown", "unreachable", "Linear may have made it before.")));
  }
}
