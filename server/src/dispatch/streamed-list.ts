import { Readable } from "node:stream";
import type { Endpoint, Input } from "@groundplan/contract";
import { concurrencyLimit } from "./concurrency/concurrency-limit.ts";
import type { RawRequest } from "./input/raw-request.ts";

const itemsOfPage = 200;

export type ListPage = Record<string, unknown> & { nextCursor?: string };

/** Tests for a list request without `limit` and `cursor`. */
export const wantsWholeList = ({ query }: Input): boolean => {
  const { limit, cursor } = query as { limit?: unknown; cursor?: unknown };
  return limit === undefined && cursor === undefined;
};

/**
 * Reads an unpaged list (decisions section 1, paging). Returns a single page as a reply, otherwise a JSON
 * stream that reads each page through `readOn` after the previous one was consumed. A later error breaks off
 * the stream.
 */
export async function readWholeList<P extends ListPage>(
  input: Input,
  readPage: (input: Input) => Promise<P>,
  readOn = readPage,
): Promise<P | Readable> {
  const first = await readPage(pageAfter(input, undefined));
  if (first.nextCursor === undefined) return first;
  const key = Object.keys(first).find((name) => Array.isArray(first[name])) ?? "";
  let isEmpty = isEmptyList(first[key]);
  const partAfter = async (cursor: string): Promise<Part> => {
    const page = await readOn(pageAfter(input, cursor));
    const more = JSON.stringify(page[key]).slice(1, -1);
    const comma = isEmpty || more === "" ? "" : ",";
    isEmpty &&= more === "";
    const { nextCursor } = page;
    return { bytes: Buffer.from(`${comma}${more}${nextCursor === undefined ? "]}" : ""}`), nextCursor };
  };
  return streamOf(beginning(first, key), partAfter);
}

const isEmptyList = (items: unknown): boolean => Array.isArray(items) && items.length === 0;

/** Returns the start of a list's JSON, with the items as its last property. */
function beginning({ nextCursor, ...reply }: ListPage, key: string): Part {
  const { [key]: items, ...rest } = reply;
  const text = JSON.stringify({ ...rest, [key]: items });
  return { bytes: Buffer.from(text.slice(0, -"]}".length)), nextCursor };
}

/** The bytes of a page; nothing else is retained until they are consumed. */
interface Part {
  bytes: Buffer;
  nextCursor: string | undefined;
}

/** Bounds the pages built at once across all lists, which hold rows and JSON meanwhile. */
const fewAtOnce = concurrencyLimit(2);

/** Streams parts without read-ahead. */
const streamOf = (first: Part, partAfter: (cursor: string) => Promise<Part>): Readable =>
  Readable.from(parts(first, partAfter), { highWaterMark: 0 });

async function* parts(first: Part, partAfter: (cursor: string) => Promise<Part>): AsyncGenerator<Buffer> {
  let part = first;
  for (;;) {
    if (part.bytes.length > 0) yield part.bytes;
    if (part.nextCursor === undefined) return;
    const { nextCursor } = part;
    part = await fewAtOnce(() => partAfter(nextCursor));
  }
}

/** Tests whether a client wants newline-delimited JSON and the list supports it. */
export const wantsLines = ({ lines }: Endpoint, { accept = "" }: RawRequest): boolean =>
  lines && /(^|,)\s*application\/x-ndjson\s*(,|;|$)/i.test(accept);

/**
 * Streams all items of a list, one per line, reading each page after the previous one was consumed. The first
 * page is read eagerly, so that its errors become error answers.
 */
export async function readLines<P extends ListPage>(
  input: Input,
  readPage: (input: Input) => Promise<P>,
  readOn = readPage,
): Promise<Readable> {
  const { cursor } = input.query as { cursor?: string };
  const first = linesOf(await readPage(pageAfter(input, cursor)));
  return streamOf(first, async (after) => linesOf(await readOn(pageAfter(input, after))));
}

function linesOf(page: ListPage): Part {
  const items = Object.values(page).find(Array.isArray) ?? [];
  return {
    bytes: Buffer.from(items.map((item) => `${JSON.stringify(item)}\n`).join("")),
    nextCursor: page.nextCursor,
  };
}

const pageAfter = (input: Input, cursor: string | undefined): Input =>
  ({
    ...input,
    query: { ...input.query, limit: itemsOfPage, ...(cursor === undefined ? {} : { cursor }) },
  }) as Input;
