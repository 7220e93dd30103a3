import type { Client, RequestOptions } from "@modelcontextprotocol/client";
import { McpFailure } from "../client/failure.ts";

/** Should be a string; some servers use numbers. */
export type Cursor = string | number;

/** A page of tools as sent. */
export interface ToolPage {
  tools: unknown[];
  /** Null at the end. */
  next: Cursor | null;
}

/** An empty result that the client accepts in both protocol eras. */
const accepted = { resultType: "complete", tools: [], ttlMs: 0, cacheScope: "private" };

/**
 * Requests a page of tools. The client would reject a whole page for one invalid tool, so the result is taken
 * from the transport. Throws McpFailure if the server refuses or sends no list.
 */
export async function readPage(
  client: Client,
  cursor: Cursor | null,
  options: RequestOptions,
): Promise<ToolPage> {
  const { ProtocolError } = await import("@modelcontextprotocol/client");
  const transport = client.transport;
  const pass = transport?.onmessage;
  if (!transport || !pass) throw new Error("The client is not connected.");
  let sent: Record<string, unknown> = {};
  transport.onmessage = (message, extra) => {
    if (!("result" in message) || !isComplete(message.result)) return pass(message, extra);
    sent = message.result;
    pass({ jsonrpc: "2.0", id: message.id, result: accepted }, extra);
  };
  try {
    const params = cursor === null ? {} : { cursor: cursor as string };
    await client.request({ method: "tools/list", params }, options);
  } catch (error) {
    if (!ProtocolError.isInstance(error)) throw error;
    throw new McpFailure("unreachable", `The server refuses to list its tools (error ${error.code}).`);
  } finally {
    transport.onmessage = pass;
  }
  const { tools, nextCursor } = sent;
  if (!Array.isArray(tools))
    throw new McpFailure(
      "unreachable",
      "The server's answer to the request for its tools holds no list of tools.",
    );
  return { tools, next: isCursor(nextCursor) ? nextCursor : null };
}

const isComplete = ({ resultType }: Record<string, unknown>): boolean =>
  typeof resultType !== "string" || resultType === "complete";

const isCursor = (value: unknown): value is Cursor =>
  typeof value === "number" || (typeof value === "string" && value !== "");
