import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import type { FastifyReply } from "fastify";
import type { OperationResult } from "../dispatch/execute.ts";

/** Tells whether `Accept-Encoding` names an encoding, and not with `q=0`. */
export const accepts = (header: string, encoding: string): boolean =>
  header
    .split(",")
    .some((one) => new RegExp(`^\\s*${encoding}\\s*(;(?!\\s*q=0(\\.0*)?\\s*$)|$)`, "i").test(one));

/**
 * Returns an answer as it is sent: of one that became bytes, since it is large, a list of texts takes a tenth with gzip.
 * None of these is kept in the cache of answers. No cookie opens the API, so no foreign page can guess a text by its length.
 */
export async function compressed(result: OperationResult, reply: FastifyReply): Promise<OperationResult> {
  const { body, file, type } = result;
  if (!(body instanceof Buffer) || file || type) return result;
  reply.header("vary", "accept-encoding");
  if (!accepts(String(reply.request.headers["accept-encoding"] ?? ""), "gzip")) return result;
  reply.header("content-encoding", "gzip");
  return { ...result, body: await promisify(gzip)(body, { level: constants.Z_BEST_SPEED }) };
}
