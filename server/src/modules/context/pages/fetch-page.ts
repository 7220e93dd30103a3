import { concurrencyLimit } from "../../../dispatch/concurrency-limit.ts";
import type { Extracted } from "../../../extract/extract.ts";
import { measured } from "../../../outbound/measured.ts";
import type { Context } from "../../context.ts";
import { asApiError, failed, unfit, type Wanted } from "./page-errors.ts";

/** A page as it was read. */
export interface Page {
  text: string;
  /** The title that the page gives itself. */
  title: string | null;
  /** A later call asks with this whether the page has changed. */
  etag: string | null;
  /** Says in a sentence what of the page is missing in the text. */
  problem: string | null;
  pictures: number;
}

/** The most bytes of a page, counted after decompression. */
const mostBytes = 16 * 1024 * 1024;

/** Keeps the memory and the processes that pages take within bounds, however many are asked for at once. */
const fewAtOnce = concurrencyLimit(8, 100);

/**
 * Calls an address that a person gave and reads the text of what it answers. Returns null for a page that has not
 * changed. Throws 400 for a new address that can't be a source, and 502 or 504 where the other side fails.
 */
export const fetchPage = (context: Context, wanted: Wanted): Promise<Page | null> =>
  fewAtOnce(() => readPage(context, wanted));

async function readPage(context: Context, wanted: Wanted): Promise<Page | null> {
  const response = await call(context, wanted);
  if (response.status === 304 && wanted.etag !== null) return null;
  if (!response.ok) throw failed(wanted, `The page answered with status ${response.status}.`);
  const mediaType = response.headers.get("content-type") ?? "";
  if (neverText.test(mediaType)) {
    void response.body?.cancel().catch(() => {});
    throw unfit(
      wanted,
      "The address leads to pictures, sound, films, fonts or an endless stream, not to a text.",
    );
  }
  const read = await extracted(context, response, mediaType, wanted);
  if (read.state !== "done")
    throw read.state === "skipped"
      ? unfit(wanted, read.reason)
      : failed(wanted, `The page could not be read. ${read.reason}`);
  const { text, title, problem, pictures } = read;
  return { text, title, problem, pictures, etag: etagOf(response) };
}

async function extracted(
  { extract }: Context,
  { url: address, body }: Response,
  mediaType: string,
  wanted: Wanted,
): Promise<Extracted> {
  try {
    const { workspaceId, signal } = wanted;
    const document = { bytes: body ?? [], name: nameOf(address), mediaType, address, workspaceId };
    return await extract(document, signal);
  } catch (error) {
    throw asApiError(error, wanted);
  }
}

const neverText = /^\s*(?:(?:image|audio|video|font|multipart)\/|text\/event-stream)/i;

async function call(context: Context, wanted: Wanted): Promise<Response> {
  const headers = {
    accept: "text/html, application/xhtml+xml, text/markdown, text/*;q=0.9, application/pdf;q=0.9, */*;q=0.5",
    ...(wanted.etag === null ? {} : { "if-none-match": wanted.etag }),
  };
  try {
    const fetch = measured(context, "page", context.outbound.fetch);
    return await fetch(wanted.url, { headers, maxBytes: mostBytes, signal: wanted.signal });
  } catch (error) {
    throw asApiError(error, wanted);
  }
}

/** Returns an ETag that can be sent again; null for none, or one that no server should make. */
function etagOf({ headers }: Response): string | null {
  const etag = headers.get("etag") ?? "";
  return /^(?:W\/)?"[\x21\x23-\x7e]{1,500}"$/.test(etag) ? etag : null;
}

/** Returns the last part of an address's path, whose ending tells kinds of text apart. */
const nameOf = (url: string): string => URL.parse(url)?.pathname.split("/").at(-1) ?? "";
