import { concurrencyLimit } from "../../../dispatch/concurrency/concurrency-limit.ts";
import type { Extracted } from "../../../extract/extract.ts";
import { measured } from "../../../outbound/measured.ts";
import type { Context } from "../../context.ts";
import { asApiError, failed, type PageRequest, unfit } from "./page-errors.ts";

export interface FetchedPage {
  text: string;
  /** The page's own title. */
  title: string | null;
  /** For conditional requests. */
  etag: string | null;
  /** A message about missing content. */
  problem: string | null;
  pictures: number;
}

/** Decompressed bytes per page. */
const mostBytes = 16 * 1024 * 1024;

/** Bounds memory and processes for pages. */
const fewAtOnce = concurrencyLimit(8, 100);

/**
 * Fetches a user's address and extracts its text; null if unchanged. Throws 400 for an unusable new address,
 * 502 or 504 for the other side's failures.
 */
export const fetchPage = (context: Context, wanted: PageRequest): Promise<FetchedPage | null> =>
  fewAtOnce(() => readPage(context, wanted));

async function readPage(context: Context, wanted: PageRequest): Promise<FetchedPage | null> {
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
  wanted: PageRequest,
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

async function call(context: Context, wanted: PageRequest): Promise<Response> {
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

/** Returns a sane ETag; null otherwise. */
function etagOf({ headers }: Response): string | null {
  const etag = headers.get("etag") ?? "";
  return /^(?:W\/)?"[\x21\x23-\x7e]{1,500}"$/.test(etag) ? etag : null;
}

/** Returns the last path segment, whose extension distinguishes kinds of text. */
const nameOf = (url: string): string => URL.parse(url)?.pathname.split("/").at(-1) ?? "";
