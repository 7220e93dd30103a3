import type { RemoteItem } from "../tracker.ts";
import { type Fields, nextOf, nodesOf, text } from "./answer.ts";
import { ask, type Linear } from "./client.ts";
import { changedIssues } from "./graphql/documents.ts";
import { readByIds, type Sighting } from "./items/sightings.ts";

const perPage = 50;

/**
 * Lists changed issues, oldest first. Linear sorts newest first, so a span of more than a page is halved
 * until its oldest part fits. `after` is the last span's end.
 */
export async function findChanges(linear: Linear, teamId: string, since: Date, after: string | null) {
  let from = after ?? since.toISOString();
  let to: string | null = null;
  for (;;) {
    const { nodes, next } = await changesBetween(linear, teamId, from, to, null);
    const oldest = nodes.at(-1);
    if (next === null || oldest === undefined) {
      if (oldest !== undefined || to === null) return { remote: await readAll(linear, nodes), next: to };
      from = to; // The older half has no changes.
      to = null;
      continue;
    }
    const end = Date.parse(text(oldest, "updatedAt"));
    const middle = Math.floor((Date.parse(from) + end) / 2);
    if (middle <= Date.parse(from)) {
      const next = new Date(end + 1).toISOString(); // Linear may store finer times than it shows.
      return { remote: await readAll(linear, await readWholeSpan(from, next)), next };
    }
    to = new Date(middle).toISOString();
  }

  /** Reads more than a page of changes in one millisecond. */
  async function readWholeSpan(start: string, end: string): Promise<Fields[]> {
    const all: Fields[] = [];
    let cursor: string | null = null;
    do {
      const page = await changesBetween(linear, teamId, start, end, cursor);
      all.push(...page.nodes);
      cursor = page.next;
    } while (cursor !== null);
    return all;
  }
}

async function changesBetween(
  linear: Linear,
  teamId: string,
  from: string,
  to: string | null,
  after: string | null,
): Promise<{ nodes: Fields[]; next: string | null }> {
  const updatedAt = to === null ? { gt: from } : { gt: from, lte: to };
  const filter = { team: { id: { eq: teamId } }, updatedAt };
  const { data } = await ask(linear, changedIssues, { filter, first: perPage, after });
  return { nodes: nodesOf(data.issues), next: nextOf(data.issues) };
}

/** Leaves out trashed issues, which count as deleted. */
async function readAll(linear: Linear, newestFirst: Fields[]): Promise<RemoteItem[]> {
  const ids = newestFirst.map((node) => text(node, "id")).reverse();
  const found = new Map<string, Sighting>();
  for (let index = 0; index < ids.length; index += perPage) {
    const part = ids.slice(index, index + perPage).map((id) => ({ kind: "item" as const, id }));
    for (const [id, sighting] of await readByIds(linear, part)) found.set(id, sighting);
  }
  return ids.flatMap((id) => {
    const sighting = found.get(id);
    return sighting && !sighting.isTrashed ? [sighting.remote] : [];
  });
}
