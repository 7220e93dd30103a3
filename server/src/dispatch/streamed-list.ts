import { Readable } from "node:stream";
import type { Endpoint, Input } from "@groundplan/contract";
import { concurrencyLimit } from "./concurrency-limit.ts";
import type { RawRequest } from "./raw-request.ts";

const itemsOfPage = 200;

export type Page = Record<string, unknown> & { nextCursor?: string };

/** Returns true if a list is requested with neither `limit` nor `cursor`. */
export const wantsWholeList = ({ query }: Input): boolean => {
  const { limit, cursor } = query as { limit?: unknown; cursor?: unknown };
  return limit === undefined && cursor === undefined;
};

/**
 * Reads a list without paging (decisions section 1, paging). Returns the reply if the list is one page, and otherwise
 * its JSON as a stream that reads the next page with `readOn` once the one before it was taken; an error there breaks
 * it off.
 */
export async function readWholeList<P extends Page>(
  input: Input,
  readPage: (input: Input) => Promise<P>,
  readOn = readPage,
): Promise<P | Readable> {
  const first = await readPage(pageAfter(input, undefined));
  if (first.nextCursor === undefined) return first;
  const key = Object.keys(first).find((name) => Array.isArray(first[name])) ?? "";
  const partAfter = async (cursor: string): Promise<Part> => {
    const page = await readOn(pageAfter(input, cursor));
    const more = JSON.stringify(page[key]).slice(1, -1);
    const { nextCursor } = page;
    return { bytes: Buffer.from(`${more && ","}${more}${nextCursor === undefined ? "]}" : ""}`), nextCursor };
  };
  return streamOf(beginning(first, key), partAfter);
}

/** Returns the first part of a list's JSON. The list comes last in it, so that its end is the end of the reply. */
function beginning({ nextCursor, ...reply }: Page, key: string): Part {
  const { [key]: items, ...rest } = reply;
  const text = JSON.stringify({ ...rest, [key]: items });
  return { bytes: Buffer.from(text.slice(0, -"]}".length)), nextCursor };
}

/** The bytes of a page, of which nothing else is held until they were taken. */
interface Part {
  bytes: Buffer;
  nextCursor: string | undefined;
}

/** Bounds the further pages that are made at once, of all lists: each holds its rows and their JSON meanwhile. */
const fewAtOnce = concurrencyLimit(2);

/** Returns parts as a stream, in which none is read ahead. */
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

/** Returns true if a list that has lines is asked for them. */
export const wantsLines = ({ lines }: Endpoint, { accept = "" }: RawRequest): boolean =>
  lines && /(^|,)\s*application\/x-ndjson\s*(,|;|$)/i.test(accept);

/**
 * Returns all items of a list, one a line, as a stream that reads the next page once the one before it was taken. The
 * first page is read ahead, so that what is wrong is still an error; `readOn` reads the others.
 */
export async function readLines<P extends Page>(
  input: Input,
  readPage: (input: Input) => Promise<P>,
  readOn = readPage,
): Promise<Readable> {
  const { cursor } = input.query as { cursor?: string };
  const first = linesOf(await readPage(pageAfter(input, cursor)));
  return streamOf(first, async (after) => linesOf(await readOn(pageAfter(input, after))));
}

function linesOf(page: Page): Part {
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
