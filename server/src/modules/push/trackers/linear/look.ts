import type { Seen, Sort } from "../tracker.ts";
import { ask, type Linear } from "./client.ts";
import { changedIssues, issues, projects } from "./documents.ts";
import { AnswerTooLarge } from "./errors.ts";
import { type Fields, nextOf, nodesOf, text } from "./read.ts";
import { isTrashed, seenIssue, seenProject } from "./seen.ts";

export interface Sighting {
  seen: Seen;
  isTrashed: boolean;
}

/** What is there of these, by id, also in the archive and in the bin. */
export async function lookAt(
  linear: Linear,
  wanted: readonly { sort: Sort; id: string }[],
): Promise<Map<string, Sighting>> {
  const found = new Map<string, Sighting>();
  for (const [sort, document, place, seenOf] of sorts) {
    const ids = [...new Set(wanted.filter((one) => one.sort === sort).map(({ id }) => id))];
    if (ids.length === 0) continue;
    const nodes = await inParts(ids, async (part) => {
      const { data } = await ask(linear, document, { ids: part, first: part.length });
      return nodesOf(data[place]);
    });
    for (const node of nodes) found.set(text(node, "id"), { seen: seenOf(node), isTrashed: isTrashed(node) });
  }
  return found;
}

const sorts = [
  ["container", projects, "projects", seenProject],
  ["item", issues, "issues", seenIssue],
] as const;

/** What is too long for one answer is asked for by halves. */
async function inParts(ids: string[], read: (ids: string[]) => Promise<Fields[]>): Promise<Fields[]> {
  try {
    return await read(ids);
  } catch (error) {
    if (!(error instanceof AnswerTooLarge) || ids.length === 1) throw error;
    const middle = Math.ceil(ids.length / 2);
    return [...(await inParts(ids.slice(0, middle), read)), ...(await inParts(ids.slice(middle), read))];
  }
}

const perPage = 50;

/**
 * Changes of a team's issues, the oldest first. Linear lists the newest first, so where there is more than a page,
 * the time since is halved until its oldest part fits into one. `after` is where the last page's part ended.
 */
export async function findChanges(linear: Linear, teamId: string, since: Date, after: string | null) {
  let from = after ?? since.toISOString();
  let to: string | null = null;
  for (;;) {
    const { nodes, next } = await changesBetween(linear, teamId, from, to, null);
    const oldest = nodes.at(-1);
    if (next === null || oldest === undefined) {
      if (oldest !== undefined || to === null) return { seen: await readAll(linear, nodes), next: to };
      from = to; // Nothing in the older part.
      to = null;
      continue;
    }
    const end = Date.parse(text(oldest, "updatedAt"));
    const middle = Math.floor((Date.parse(from) + end) / 2);
    if (middle <= Date.parse(from)) {
      const next = new Date(end + 1).toISOString(); // Linear may count finer than it tells.
      return { seen: await readAll(linear, await allUntil(from, next)), next };
    }
    to = new Date(middle).toISOString();
  }

  /** More than a page of changes in one millisecond. */
  async function allUntil(start: string, end: string): Promise<Fields[]> {
    const all: Fields[] = [];
    let place: string | null = null;
    do {
      const page = await changesBetween(linear, teamId, start, end, place);
      all.push(...page.nodes);
      place = page.next;
    } while (place !== null);
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

async function readAll(linear: Linear, newestFirst: Fields[]): Promise<Seen[]> {
  const ids = newestFirst.map((node) => text(node, "id")).reverse();
  const found = new Map<string, Sighting>();
  for (let at = 0; at < ids.length; at += perPage) {
    const part = ids.slice(at, at + perPage).map((id) => ({ sort: "item" as const, id }));
    for (const [id, sighting] of await lookAt(linear, part)) found.set(id, sighting);
  }
  return ids.flatMap((id) => found.get(id)?.seen ?? []);
}
