import { pooled } from "../concurrent.ts";
import { type Created, type Item, type Seen, TrackerError } from "../tracker.ts";
import { ask, type Linear } from "./client.ts";
import { createIssue, createIssues, createProject } from "./documents.ts";
import type { Team } from "./estimate.ts";
import { newIssue, newProject } from "./inputs.ts";
import { lookAt } from "./look.ts";
import { type Fields, fieldsOf, listOf, unreadable } from "./read.ts";
import { seenIssue, seenProject } from "./seen.ts";
import { failed, isOfOne } from "./several.ts";

/** Batches are all or nothing, so they are kept short enough for any server in between. */
const mostInBatch = 50;
const mostUnitsInBatch = 1_000_000;

/** Projects one by one, issues in batches. None of them needs another of the same call. */
export async function create(linear: Linear, team: Team, items: readonly Item[]): Promise<Created[]> {
  const made = new Map<Item, Created>();
  const containers = items.filter(({ sort }) => sort === "container");
  const projects = await pooled(containers, 4, (item) => makeProject(linear, team, item));
  for (const [at, item] of containers.entries()) made.set(item, projects[at] ?? failed(unreadable()));
  for (const batch of batchesOf(items.filter(({ sort }) => sort === "item"))) {
    const outcomes = await makeIssues(linear, team, batch);
    for (const [at, item] of batch.entries()) made.set(item, outcomes[at] ?? failed(unreadable()));
  }
  await doubtUsedIds(linear, made);
  return items.map((item) => made.get(item) ?? failed(unreadable()));
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
    seenProject(fieldsOf(done(data.projectCreate).project)),
  );

const makeIssue = (linear: Linear, team: Team, item: Item) =>
  make(linear, createIssue, newIssue(team, item), (data) =>
    seenIssue(fieldsOf(done(data.issueCreate).issue)),
  );

async function make(
  linear: Linear,
  document: string,
  { input, caveats }: { input: Record<string, unknown>; caveats: string[] },
  seenIn: (data: Fields) => Seen,
): Promise<Created> {
  try {
    const { data } = await ask(linear, document, { input });
    return { done: true, seen: seenIn(data), placed: true, caveats };
  } catch (error) {
    return failed(error);
  }
}

/** A batch that is refused made nothing; one by one it shows which of them is to blame. */
async function makeIssues(linear: Linear, team: Team, items: Item[]): Promise<Created[]> {
  const inputs = items.map((item) => newIssue(team, item));
  try {
    const { data } = await ask(linear, createIssues, { input: { issues: inputs.map(({ input }) => input) } });
    const seen = listOf(done(data.issueBatchCreate).issues).map(seenIssue);
    const byId = new Map(seen.map((one) => [one.external.id, one]));
    return inputs.map(({ id, caveats }) => {
      const one = byId.get(id);
      return one ? { done: true, seen: one, placed: true, caveats } : failed(unreadable());
    });
  } catch (error) {
    const { error: refusal } = failed(error);
    if (!isOfOne(refusal) || items.length === 1) return items.map(() => failed(refusal));
    return pooled(items, 4, (item) => makeIssue(linear, team, item));
  }
}

function done(payload: unknown): Fields {
  const fields = fieldsOf(payload);
  if (fields.success !== true) throw unreadable();
  return fields;
}

/**
 * An id that is used already is refused like anything else that is not valid. What is there under it is ours, from
 * a call that was never answered: the caller shall look.
 */
async function doubtUsedIds(linear: Linear, made: Map<Item, Created>): Promise<void> {
  const refused = [...made].flatMap(([item, one]) => (!one.done && isOfOne(one.error) ? item : []));
  if (refused.length === 0) return;
  const wanted = refused.map(({ sort, identity }) => ({ sort, id: identity.clientId }));
  const found = await lookAt(linear, wanted).catch((error: unknown) => failed(error));
  for (const item of refused) {
    if (found instanceof Map && !found.has(item.identity.clientId)) continue;
    made.set(item, failed(new TrackerError("unknown", "unreachable", "Linear may have made it before.")));
  }
}
