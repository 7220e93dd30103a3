export type Id = string | number;

/** A JSON-RPC message, as far as the relay reads it. */
export interface Message {
  jsonrpc: "2.0";
  /** Null in an error about a message whose id is unknown. */
  id?: Id | null;
  /** Of requests and notifications. */
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: unknown };
}

export interface Request extends Message {
  id: Id;
  method: string;
}

/** Codes of JSON-RPC errors. */
export const codes = { notJson: -32700, invalid: -32600, failed: -32603 } as const;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns `_meta` of a request's parameters. */
export function metaOf({ params }: Message): Record<string, unknown> {
  const meta = params?._meta;
  return isObject(meta) ? meta : {};
}

/** Tests for a message whose parts that the relay reads have the right types. */
export function isMessage(value: unknown): value is Message {
  if (!isObject(value) || value.jsonrpc !== "2.0") return false;
  const { id, method, params, result } = value;
  return (
    (id === undefined || id === null || isId(id)) &&
    (method === undefined ? isObject(result) || isObject(value.error) : typeof method === "string") &&
    (params === undefined || isObject(params))
  );
}

export const isRequest = (message: Message): message is Request =>
  message.method !== undefined && isId(message.id);

export const isId = (value: unknown): value is Id => typeof value === "string" || typeof value === "number";

export const errorAnswer = (id: Id | null, code: number, message: string): Message => ({
  jsonrpc: "2.0",
  id,
  error: { code, message },
});

/** Answers a request that failed: a tool call with a result that models read, others with an error. */
export function failed({ id, method }: Request, text: string): Message {
  if (method !== "tools/call") return errorAnswer(id, codes.failed, text);
  const result = { resultType: "complete", content: [{ type: "text", text }], isError: true };
  return { jsonrpc: "2.0", id, result };
}
