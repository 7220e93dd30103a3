import { Readable } from "node:stream";
import type { Endpoint, Input } from "@groundplan/contract";
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
  return first.nextCursor === undefined
    ? first
    : Readable.from(parts(first, input, readOn), { highWaterMark: 0 }); // No page is read ahead.
}

async function* parts(
  first: Page,
  input: Input,
  readPage: (input: Input) => Promise<Page>,
): AsyncGenerator<string> {
  const { nextCursor: _, ...reply } = first;
  const key = Object.keys(reply).find((name) => Array.isArray(reply[name])) ?? "";
  const { [key]: items, ...rest } = reply;
  // The list comes last, so that its end is the end of the reply.
  yield JSON.stringify({ ...rest, [key]: items }).slice(0, -"]}".length);
  for (let page = first; page.nextCursor !== undefined; ) {
    page = await readPage(pageAfter(input, page.nextCursor));
    const more = JSON.stringify(page[key]).slice(1, -1);
    if (more) yield `,${more}`;
  }
  yield "]}";
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
  const first = await readPage(pageAfter(input, cursor));
  return Readable.from(lines(first, input, readOn), { highWaterMark: 0 });
}

async function* lines(
  first: Page,
  input: Input,
  readPage: (input: Input) => Promise<Page>,
): AsyncGenerator<string> {
  for (let page = first; ; page = await readPage(pageAfter(input, page.nextCursor))) {
    const items = Object.values(page).find(Array.isArray) ?? [];
    if (items.length > 0) yield items.map((item) => `${JSON.stringify(item)}\n`).join("");
    if (page.nextCursor === undefined) return;
  }
}

const pageAfter = (input: Input, cursor: string | undefined): Input =>
  ({
    ...input,
    query: { ...input.query, limit: itemsOfPage, ...(cursor === undefined ? {} : { cursor }) },
  }) as Input;
