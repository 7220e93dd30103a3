import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context } from "../context.ts";
import { logRequest } from "../log.ts";
import type { Door } from "./credential.ts";
import { checkHost, headersOfAll, requestIdOf } from "./head.ts";
import { headersOf, questionOf } from "./memory.ts";

/**
 * Answers what was answered before, ahead of the router, whose way costs more than all of this. False for what has to
 * take that way: whatever is not known, or not in order. The order of checks and the headers are the router's.
 */
export function createAnswerAgain(
  context: Context,
  door: Door,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  return (request, response) => {
    const { method, url = "", headers, socket } = request;
    const { authorization } = headers;
    if (method !== "GET" || authorization === undefined || context.draining.aborted) return false;
    const from = performance.now();
    const known = door.recall(socket, authorization);
    const credential = known?.actor.credentialId;
    const answer = known?.memory.answers.get(questionOf(credential, url, headers["if-none-match"]));
    if (!known || !answer) return false;
    const requestId = requestIdOf(headers);
    let limits: Record<string, string>;
    try {
      checkHost(request);
      limits = known.admit();
    } catch {
      return false; // The router says what is wrong.
    }
    context.atWork++;
    response.once("close", () => context.atWork--);
    const { status, body } = answer;
    const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
    response.writeHead(status, { ...headersOfAll(requestId), ...limits, ...headersOf(answer), ...length });
    response.end(body);
    const ms = Math.round((performance.now() - from) * 10) / 10;
    logRequest(context.log, { requestId, method, path: url.split("?", 1)[0], status, ms, credential });
    return true;
  };
}
