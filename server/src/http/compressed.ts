import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply } from "fastify";
import type { OperationResult } from "../dispatch/execute.ts";

/** Tells whether `Accept-Encoding` names an encoding, and not with `q=0`. */
export const accepts = (header: string, encoding: string): boolean =>
  header
    .split(",")
    .some((one) => new RegExp(`^\\s*${encoding}\\s*(;(?!\\s*q=0(\\.0*)?\\s*$)|$)`, "i").test(one));

/** The encodings of an answer, the smallest first, each at a level that costs a millisecond or two for 130 KB. */
const encodings = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 4 }),
} as const;

/**
 * Returns an answer as it is sent: one that became bytes, since it is large, is compressed, and a list of texts takes a tenth.
 * None of these is kept in the cache of answers. No cookie opens the API, so no foreign page can guess a text by its length.
 */
export async function compressed(result: OperationResult, reply: FastifyReply): Promise<OperationResult> {
  const { body, file, type } = result;
  if (!(body instanceof Buffer) || file || type) return result;
  reply.header("vary", "accept-encoding");
  const accepted = String(reply.request.headers["accept-encoding"] ?? "");
  const encoding = (["br", "gzip"] as const).find((one) => accepts(accepted, one));
  if (!encoding) return result;
  reply.header("content-encoding", encoding);
  return { ...result, body: await encodings[encoding](body) };
}
