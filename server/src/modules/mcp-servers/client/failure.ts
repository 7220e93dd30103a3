import type { FailureReason, ProbeStatus } from "@groundplan/contract";
import type { OutboundErrorCode } from "../../../outbound/errors.ts";
import type { Heard } from "./guarded-fetch.ts";

/** Why a server is unusable, as in `lastProbe.status`. */
export type FailureStatus = Exclude<ProbeStatus, "ok">;

/** An unusable server. The message is ours and contains nothing from the server. */
export class McpFailure extends Error {
  override name = "McpFailure";
  readonly status: FailureStatus;
  /** Failure class; `status` if the server answered. */
  readonly reason: FailureReason;
  /** `WWW-Authenticate` of a 401. */
  readonly challenge: string | null;
  /** True if the credential itself was refused (401); a 403 may concern the request. */
  readonly isOfCredential: boolean;
  constructor(
    status: FailureStatus,
    message: string,
    reason: FailureReason = "status",
    challenge: string | null = null,
    isOfCredential = false,
  ) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.challenge = challenge;
    this.isOfCredential = isOfCredential;
  }
}

/** Failures with their own probe status; others are `unreachable`. */
const ofOutbound: Partial<Record<OutboundErrorCode, FailureStatus>> = {
  blocked_address: "blocked_address",
  timeout: "timeout",
  too_large: "too_large",
};

/** Classifies a failure by observed facts, whatever the client made of them. */
export function failureOf({ failure, status, challenge, isGreeted }: Heard): McpFailure {
  if (failure)
    return new McpFailure(ofOutbound[failure.code] ?? "unreachable", failure.message, failure.reason);
  if (status === 401)
    return new McpFailure("auth_required", "The server wants a credential.", "status", challenge, true);
  if (status === 403)
    return new McpFailure("auth_required", "The server refuses the credential, or the lack of one.");
  if (status !== null && status >= 500)
    return new McpFailure("unreachable", `The server answered with the status ${status}.`);
  if (isGreeted)
    return new McpFailure(
      "unreachable",
      status === null
        ? "The server initialized as an MCP server, but then sent an unreadable response. Ask its operator."
        : `The server initialized as an MCP server, but then answered with the status ${status}. Ask its operator.`,
    );
  return new McpFailure("not_mcp", "What answers at the address is no MCP server over streamable HTTP.");
}
