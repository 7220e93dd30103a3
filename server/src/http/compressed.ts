import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply } from "fastify";
import { concurrencyLimit } from "../dispatch/concurrency-limit.ts";
import type { Made } from "./answers/made-in-turn.ts";

/** Tells whether `Accept-Encoding` names an encoding, and not with `q=0`. */
export const accepts = (header: string, encoding: string): boolean =>
  header
    .split(",")
    .some((one) => new RegExp(`^\\s*${encoding}\\s*(;(?!\\s*q=0(\\.0*)?\\s*$)|$)`, "i").test(one));

/** The length above which an answer is compressed by a fast level: 3 MB take 75 ms by the other, and become a tenth smaller. */
const manyBytes = 512 * 1024;

/** The encodings of an answer, the smallest first, each at a level that costs a few milliseconds. */
const encodings = {
  br: (body: Buffer | string) => {
    const quality = body.length > manyBytes ? 2 : 5;
    return promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
  },
  gzip: (body: Buffer | string) => promisify(gzip)(body, { level: body.length > manyBytes ? 1 : 4 }),
} as const;
type Encoding = keyof typeof encodings;

/** Each body that is being compressed takes some megabytes more than its own. */
const fewAtOnce = concurrencyLimit(4);

/** The compressed forms of bodies that all requests share, which are shared as well. */
const shared = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>();

function sharedForm(body: Buffer, encoding: Encoding): Promise<Buffer> {
  const forms = shared.get(body) ?? new Map<Encoding, Promise<Buffer>>();
  const form = forms.get(encoding) ?? encodings[encoding](body);
  shared.set(body, forms.set(encoding, form));
  return form;
}

/**
 * Compresses an answer that is large or shared, if the client accepts it: a list of texts takes a tenth. None of these is
 * kept in the cache of answers. No cookie opens the API, so no foreign page can guess a text by its length.
 */
export async function compressed({ result, place }: Made, reply: FastifyReply): Promise<Made> {
  const { body, file, type, isShared } = result;
  const isText = typeof body === "string" && place !== null;
  if (!(body instanceof Buffer || isText) || file || type) return { result, place };
  reply.header("vary", "accept-encoding");
  const accepted = String(reply.request.headers["accept-encoding"] ?? "");
  const encoding = (["br", "gzip"] as const).find((one) => accepts(accepted, one));
  if (!encoding) return { result, place };
  reply.header("content-encoding", encoding);
  const form = await (isShared && body instanceof Buffer
    ? sharedForm(body, encoding)
    : fewAtOnce(() => encodings[encoding](body)));
  place?.hold(isShared ? 0 : form.length);
  return { result: { ...result, body: form }, place };
}
