import type { FailureReason, ProbeStatus } from "@groundplan/contract";
import type { OutboundErrorCode } from "../../../outbound/errors.ts";
import type { Heard } from "./guarded-fetch.ts";

/** The reason why a server could not be used, in the words of `lastProbe.status`. */
export type FailureStatus = Exclude<ProbeStatus, "ok">;

/** Says why a server could not be used. The message is a sentence of ours: nothing that the server sent is in it. */
export class McpFailure extends Error {
  override name = "McpFailure";
  readonly status: FailureStatus;
  /** The class of the failure: `status` wherever the server answered. */
  readonly reason: FailureReason;
  /** The `WWW-Authenticate` of a 401, as the server sent it. */
  readonly challenge: string | null;
  /** True where it refused the credential itself (401), so that nothing was done; a 403 may be about what was asked. */
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

/** The classes of failed calls that `lastProbe.status` has words for; the others are `unreachable`. */
const ofOutbound: Partial<Record<OutboundErrorCode, FailureStatus>> = {
  blocked_address: "blocked_address",
  timeout: "timeout",
  too_large: "too_large",
};

/** Returns why something failed: what was heard of the server decides, whatever the client made of it. */
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
        ? "The server greets as an MCP server, but then gave an answer that can't be read. Its operator can tell why."
        : `The server greets as an MCP server, but then answered with the status ${status}. Its operator can tell why.`,
    );
  return new McpFailure("not_mcp", "What answers at the address is no MCP server over streamable HTTP.");
}
