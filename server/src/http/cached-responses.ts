import type { IncomingMessage, ServerResponse } from "node:http";
import { checkHead, requestIdOf } from "./answers/headers.ts";
import { cacheKey, headersOf } from "./answers/response-cache.ts";
import type { Authenticator } from "./authenticator.ts";
import { trackRequest } from "./connection/active-requests.ts";
import { commonHeaders, runOnResponse } from "./connection/response-hooks.ts";
import type { ServerContext } from "./server-context.ts";

/**
 * Returns a listener that answers from the cache ahead of the router, whose overhead exceeds all of this.
 * Returns false on a miss or any problem. Checks and headers are the router's.
 */
export function createCachedResponses(
  context: ServerContext,
  authenticator: Authenticator,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  return (request, response) => {
    const { method, url = "", headers, socket } = request;
    const { authorization } = headers;
    if (method !== "GET" || authorization === undefined || context.draining.aborted) return false;
    const from = performance.now();
    const caller = authenticator.fromCache(socket, authorization);
    const credential = caller?.actor.credentialId;
    const answer = caller?.cache.responses.get(cacheKey(caller.actor, url, headers["if-none-match"]));
    if (!caller || !answer) return false;
    const requestId = requestIdOf(headers);
    let limits: Record<string, string>;
    try {
      checkHead(request);
      limits = caller.countCall();
    } catch {
      return false; // The router reports the problem.
    }
    trackRequest(context, response);
    const { status, body } = answer;
    const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
    response.writeHead(status, { ...commonHeaders(requestId), ...limits, ...headersOf(answer), ...length });
    response.end(body);
    const ms = Math.round((performance.now() - from) * 10) / 10;
    const path = url.split("?", 1)[0];
    runOnResponse(context, { requestId, method, path, status, ms, credential }, answer);
    return true;
  };
}
