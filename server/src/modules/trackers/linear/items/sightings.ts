import type { ItemKind, RemoteItem } from "../../tracker.ts";
import { type Fields, nodesOf, text } from "../answer.ts";
import { ask, type Linear } from "../client.ts";
import { AnswerTooLarge } from "../errors.ts";
import { issues, projects } from "../graphql/documents.ts";
import { isTrashed, remoteIssueOf, remoteProjectOf } from "./remote-item.ts";

export interface Sighting {
  remote: RemoteItem;
  isTrashed: boolean;
}

/** Includes archived and trashed items. */
export async function readByIds(
  linear: Linear,
  wanted: readonly { kind: ItemKind; id: string }[],
): Promise<Map<string, Sighting>> {
  const found = new Map<string, Sighting>();
  for (const [kind, document, place, remoteItemOf] of sorts) {
    const ids = [...new Set(wanted.filter((one) => one.kind === kind).map(({ id }) => id))];
    if (ids.length === 0) continue;
    const nodes = await inParts(ids, async (part) => {
      const { data } = await ask(linear, document, { ids: part, first: part.length });
      return nodesOf(data[place]);
    });
    for (const node of nodes)
      found.set(text(node, "id"), { remote: remoteItemOf(node), isTrashed: isTrashed(node) });
  }
  return found;
}

const sorts = [
  ["container", projects, "projects", remoteProjectOf],
  ["item", issues, "issues", remoteIssueOf],
] as const;

/** Splits a read in halves if the answer is too long. */
async function inParts(ids: string[], read: (ids: string[]) => Promise<Fields[]>): Promise<Fields[]> {
  try {
    return await read(ids);
  } catch (error) {
    if (!(error instanceof AnswerTooLarge) || ids.length === 1) throw error;
    const middle = Math.ceil(ids.length / 2);
    return [...(await inParts(ids.slice(0, middle), read)), ...(await inParts(ids.slice(middle), read))];
  }
}
