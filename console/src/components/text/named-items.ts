import { findHandles, type NamedItem } from "@groundplan/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call.ts";

/** The API's limit for one request. */
const mostHandles = 100;

type Answer = (items: Promise<ReadonlyMap<string, NamedItem>>) => void;

/** Those asked for since the last request. */
let waiting = new Map<string, Answer[]>();

/** Asks for the handles of a view together. */
function send(): void {
  const asked = [...waiting];
  waiting = new Map();
  for (let from = 0; from < asked.length; from += mostHandles) {
    const part = asked.slice(from, from + mostHandles);
    const found = find(part.map(([handle]) => handle));
    for (const [, answers] of part) for (const answer of answers) answer(found);
  }
}

async function find(handles: readonly string[]): Promise<ReadonlyMap<string, NamedItem>> {
  const { items } = await call(findHandles, { query: { handles: handles.join(",") } });
  return new Map(items.map((item) => [item.handle, item]));
}

async function itemOf(handle: string): Promise<NamedItem | null> {
  const { promise, resolve } = Promise.withResolvers<ReadonlyMap<string, NamedItem>>();
  if (waiting.size === 0) setTimeout(send);
  waiting.set(handle, [...(waiting.get(handle) ?? []), resolve]);
  return (await promise).get(handle) ?? null;
}

/** The plan or spec of a whole handle; null if there is none that the reader can read. */
export const namedItem = (handle: string) =>
  queryOptions({ queryKey: [findHandles.path, handle], queryFn: () => itemOf(handle), staleTime: 60_000 });
