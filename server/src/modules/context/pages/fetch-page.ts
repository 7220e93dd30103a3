import { concurrencyLimit } from "../../../dispatch/concurrency-limit.ts";
import { unavailable } from "../../../dispatch/serialized-error.ts";
import { ApiError, invalid } from "../../../errors.ts";
import type { Extracted } from "../../../extract/extract.ts";
import { OutboundError } from "../../../outbound/errors.ts";
import type { Context } from "../../context.ts";

/** A page as it was read. */
export interface Page {
  text: string;
  /** What the page calls itself. */
  title: string | null;
  /** What a later call asks with whether the page has changed. */
  etag: string | null;
  /** Says in a sentence what of the page is missing in the text. */
  problem: string | null;
  pictures: number;
}

interface Wanted {
  url: string;
  /** The `ETag` of the page as it was read before. */
  etag: string | null;
  /** True where the caller has just sent the address, so that one that can't be a source is their mistake (400). */
  isNew: boolean;
  signal: AbortSignal;
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
    return await extract({ bytes: body ?? [], name: nameOf(address), mediaType, address }, wanted.signal);
  } catch (error) {
    throw asApiError(error, wanted);
  }
}

const neverText = /^\s*(?:(?:image|audio|video|font|multipart)\/|text\/event-stream)/i;

async function call({ outbound }: Context, wanted: Wanted): Promise<Response> {
  const headers = {
    accept: "text/html, application/xhtml+xml, text/markdown, text/*;q=0.9, application/pdf;q=0.9, */*;q=0.5",
    ...(wanted.etag === null ? {} : { "if-none-match": wanted.etag }),
  };
  try {
    return await outbound.fetch(wanted.url, { headers, maxBytes: mostBytes, signal: wanted.signal });
  } catch (error) {
    throw asApiError(error, wanted);
  }
}

/** Returns the error for the caller: what they can mend in their address, or what is wrong on the other side. */
function asApiError(error: unknown, wanted: Wanted): unknown {
  if (wanted.signal.aborted) return unavailable("the process is stopping");
  if (!(error instanceof OutboundError)) return error;
  const { code, message } = error;
  if (code === "blocked_address" || code === "bad_url") return unfit(wanted, message);
  if (code === "timeout") return new ApiError("upstream_timeout", message, providerOf(wanted));
  return failed(wanted, message);
}

/** Returns the error for an address that can't be a source: 400 where it is new, 502 where it was one before. */
const unfit = (wanted: Wanted, sentence: string): ApiError =>
  wanted.isNew
    ? invalid("/url", `can't be read as a source. ${sentence}`.replace(/\.$/, ""))
    : failed(wanted, sentence);

const failed = (wanted: Wanted, sentence: string) =>
  new ApiError("upstream_error", `${sentence} Check the address, then repeat.`, providerOf(wanted));

const providerOf = ({ url }: Wanted) => ({ provider: new URL(url).host });

/** Returns an ETag that can be sent again; null for none, or one that no server should make. */
function etagOf({ headers }: Response): string | null {
  const etag = headers.get("etag") ?? "";
  return /^(?:W\/)?"[\x21\x23-\x7e]{1,500}"$/.test(etag) ? etag : null;
}

/** Returns the last part of an address's path, whose ending tells kinds of text apart. */
const nameOf = (url: string): string => URL.parse(url)?.pathname.split("/").at(-1) ?? "";
