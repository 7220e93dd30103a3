import { isObject, type Message, metaOf } from "./message.ts";

/** What a client of 2025-11-25 agreed on by `initialize`; later ones say it with each request. */
export interface Agreed {
  version?: string;
  /** The client's name and version. */
  agent?: string;
}

/** Parameters that `Mcp-Name` repeats, by method. */
const named: Record<string, string> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};

/** Returns the headers that the endpoint requires beside a message (transports, Streamable HTTP). */
export function headersOf(message: Message, agreed: Agreed): Record<string, string> {
  const { method = "", params } = message;
  const accept = { accept: "application/json, text/event-stream" };
  const version = metaOf(message)["io.modelcontextprotocol/protocolVersion"];
  if (typeof version !== "string") return { ...accept, ...headersOfAgreed(method, agreed) };
  const name = params?.[named[method] ?? ""];
  return {
    ...accept,
    "mcp-protocol-version": inHeader(version),
    "mcp-method": inHeader(method),
    ...(typeof name === "string" ? { "mcp-name": inHeader(name) } : {}),
  };
}

function headersOfAgreed(method: string, { version, agent }: Agreed): Record<string, string> {
  return {
    ...(version === undefined || method === "initialize" ? {} : { "mcp-protocol-version": version }),
    // Becomes the name of a claim's agent.
    ...(agent === undefined ? {} : { "user-agent": agent }),
  };
}

const isPlain = (value: string) =>
  /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value) && !value.startsWith("=?base64?");

const inHeader = (value: string) =>
  isPlain(value) ? value : `=?base64?${Buffer.from(value).toString("base64")}?=`;

/** Notes the client that `initialize` names, then the version of the answer. */
export function agreeOn(agreed: Agreed, { params }: Message, answer?: Message): void {
  const client = isObject(params?.clientInfo) ? params.clientInfo : {};
  const agent = [client.name, client.version].filter((part) => typeof part === "string").join(" ");
  if (isPlain(agent)) agreed.agent = agent.slice(0, 80);
  const version = answer?.result?.protocolVersion;
  if (typeof version === "string" && isPlain(version)) agreed.version = version;
}
