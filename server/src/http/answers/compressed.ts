import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply } from "fastify";
import { concurrencyLimit } from "../../dispatch/concurrency/concurrency-limit.ts";
import type { Made } from "./made-in-turn.ts";

/** Tests whether `Accept-Encoding` allows an encoding (no `q=0`). */
export const accepts = (header: string, encoding: string): boolean =>
  header
    .split(",")
    .some((one) => new RegExp(`^\\s*${encoding}\\s*(;(?!\\s*q=0(\\.0*)?\\s*$)|$)`, "i").test(one));

/** Bytes above which a fast level is used: the better one takes 75 ms for 3 MB and saves a tenth. */
const manyBytes = 512 * 1024;

/** Encodings, smallest output first, at levels that cost a few milliseconds. */
const encodings = {
  br: (body: Buffer | string) => {
    const quality = body.length > manyBytes ? 2 : 5;
    return promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
  },
  gzip: (body: Buffer | string) => promisify(gzip)(body, { level: body.length > manyBytes ? 1 : 4 }),
} as const;
type Encoding = keyof typeof encodings;

/** Each compression takes some megabytes. */
const fewAtOnce = concurrencyLimit(4);

/** Compressed forms of shared bodies, shared too. */
const shared = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>();

function sharedForm(body: Buffer, encoding: Encoding): Promise<Buffer> {
  const forms = shared.get(body) ?? new Map<Encoding, Promise<Buffer>>();
  const form = forms.get(encoding) ?? encodings[encoding](body);
  shared.set(body, forms.set(encoding, form));
  return form;
}

/**
 * Compresses a large or shared answer if the client accepts it. Not cached. Safe from BREACH, since no cookie
 * authenticates API requests.
 */
export async function compressed({ result, reservation }: Made, reply: FastifyReply): Promise<Made> {
  const { body, file, type, isShared } = result;
  const isText = typeof body === "string" && reservation !== null;
  if (!(body instanceof Buffer || isText) || file || type) return { result, reservation };
  reply.header("vary", "accept-encoding");
  const accepted = String(reply.request.headers["accept-encoding"] ?? "");
  const encoding = (["br", "gzip"] as const).find((one) => accepts(accepted, one));
  if (!encoding) return { result, reservation };
  reply.header("content-encoding", encoding);
  const form = await (isShared && body instanceof Buffer
    ? sharedForm(body, encoding)
    : fewAtOnce(() => encodings[encoding](body)));
  reservation?.hold(isShared ? 0 : form.length);
  return { result: { ...result, body: form }, reservation };
}
