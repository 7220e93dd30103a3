import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import type { ErrorBody } from "@groundplan/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { logFailure, messageOf, toApiError } from "../dispatch/failure.ts";
import { ApiError, nothingHere } from "../errors.ts";
import { commonHeaders, runOnResponse } from "./connection/response-hooks.ts";
import { wantsPage } from "./console/pages.ts";
import type { ServerContext } from "./server-context.ts";

/** Sends errors in the envelope (contract section 7). Unexpected ones are logged and sent as 500. */
export function sendError(
  { log, publicUrl }: Pick<ServerContext, "log" | "publicUrl">,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const apiError = asApiError(error, request);
  logFailure(log, error, apiError, request.id);
  return reply
    .code(apiError.status)
    .headers(apiError.headers)
    .headers(challenge(apiError, request, publicUrl()))
    .header("content-type", "application/json; charset=utf-8")
    .send(JSON.stringify(envelope(apiError, messageOf(apiError, request.id))));
}

/**
 * Returns the challenge header that points apps to authorization metadata (RFC 9728) and names an invalid
 * token (RFC 6750).
 */
function challenge({ code, headers }: ApiError, request: FastifyRequest, base: string) {
  const asked = headers["www-authenticate"];
  const [, place = "", query = ""] = /^\/(v1|mcp)(?=[/?]|$)[^?]*(.*)$/.exec(request.url) ?? [];
  if (asked === undefined || place === "") return {};
  const wasSent = code === "unauthorized" && request.headers.authorization !== undefined;
  const said = wasSent ? `${asked} error="invalid_token"` : asked;
  const path = place === "mcp" ? "/mcp" : "";
  const where = `resource_metadata="${base}/.well-known/oauth-protected-resource${path}"`;
  const scope =
    place === "mcp" && code === "unauthorized"
      ? `, scope="${query === "?tools=read" ? "read" : "write"}"`
      : "";
  return { "www-authenticate": `${said}${said === "Bearer" ? "" : ","} ${where}${scope}` };
}

function envelope(error: ApiError, message: string): ErrorBody {
  return {
    error: { code: error.code, message, ...(error.details === undefined ? {} : { details: error.details }) },
  };
}

function asApiError(error: unknown, { raw }: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  const { code = "", statusCode = 500 } = error as { code?: string; statusCode?: number };
  // The connection ended during the body, so nobody reads the answer.
  if (code === "ECONNRESET" && raw.errored)
    return new ApiError("invalid_request", "The request ended before its body.");
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE")
    return new ApiError("payload_too_large", "The body is over the limit. Send less at once.");
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") {
    return new ApiError(
      "unsupported_media_type",
      "The body must be JSON: send `Content-Type: application/json`.",
    );
  }
  if (code === "FST_ERR_BAD_URL")
    return new ApiError("invalid_request", "The request's address is not a valid one.");
  if (code.startsWith("FST_") && statusCode >= 400 && statusCode < 500) {
    return new ApiError(
      "invalid_request",
      "The request is not valid: its body does not have the length it says.",
    );
  }
  return toApiError(error);
}

type BrokenRequest = Error & { code?: string; rawPacket?: unknown };

/** Tests for a TLS handshake record of version 3. */
const isTls = ({ rawPacket }: BrokenRequest) =>
  rawPacket instanceof Uint8Array && rawPacket[0] === 0x16 && rawPacket[1] === 0x03;

/** Answers malformed or slow requests with the envelope and closes the connection. */
export function answerBrokenRequest(context: ServerContext, error: BrokenRequest, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const slow = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
  const large = error.code === "HPE_HEADER_OVERFLOW";
  const status = slow
    ? "408 Request Timeout"
    : large
      ? "431 Request Header Fields Too Large"
      : "400 Bad Request";
  const message = slow
    ? "The request took too long to arrive. Send it again."
    : large
      ? "The request's headers are too large. Send smaller ones."
      : isTls(error)
        ? "This port speaks HTTP and received HTTPS. Use an http:// address, or put a proxy that terminates TLS in front of it."
        : "This is not a valid HTTP request.";
  const body = JSON.stringify({ error: { code: "invalid_request", message } } satisfies ErrorBody);
  const broken = isTls(error) ? "HTTPS to the port, which speaks HTTP" : (error.code ?? error.message);
  runOnResponse(context, { requestId, status: Number.parseInt(status, 10), broken });
  const head = [
    `HTTP/1.1 ${status}`,
    "Connection: close",
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(commonHeaders(requestId)).map(([name, value]) => `${name}: ${value}`),
  ];
  // An unread earlier answer would block this one and the socket forever.
  if (socket.writableLength > 0) return void socket.destroy();
  socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  socket.destroySoon(); // A peer that keeps its side open would keep the socket.
}

/** Answers 404, or 405 with `Allow`, before reading a body. Browser navigations go to the console. */
export function answerNoRoute(
  app: FastifyInstance,
  paths: readonly { pattern: RegExp; method: string }[],
): void {
  app.addHook("onRequest", (request, _reply, next) => {
    if (!request.is404 || wantsPage(request)) return next();
    const path = request.url.split("?", 1)[0] ?? "";
    const methods = new Set(paths.flatMap(({ pattern, method }) => (pattern.test(path) ? method : [])));
    if (methods.size === 0) throw nothingHere();
    if (methods.has("GET")) methods.add("HEAD");
    const allow = [...methods].join(", ");
    throw new ApiError(
      "method_not_allowed",
      `${request.method} is not possible here. Use ${allow}.`,
      undefined,
      { allow },
    );
  });
}
