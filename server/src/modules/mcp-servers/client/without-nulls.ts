import { isObject } from "../is-object.ts";

type Fields = Record<string, unknown>;

/** Removes optional nulls that the client would refuse. Tool data and non-JSON texts stay unchanged. */
export async function* bodyWithoutNulls(
  body: AsyncIterable<Uint8Array>,
  isEvents: boolean,
): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let open: string[] = []; // Chunks of an unfinished line, joined once.
  for await (const chunk of body) {
    const text = decoder.decode(chunk, { stream: true });
    open.push(text);
    const end = isEvents ? text.lastIndexOf("\n") : -1;
    if (end === -1) continue;
    const rest = text.slice(end + 1);
    const lines = open.join("").slice(0, rest === "" ? undefined : -rest.length);
    yield encoder.encode(lines.split("\n").map(eventLine).join("\n"));
    open = [rest];
  }
  const left = open.join("") + decoder.decode();
  if (left !== "") yield encoder.encode(isEvents ? eventLine(left) : withoutNulls(left));
}

const eventLine = (line: string): string =>
  line.startsWith("data:") ? `data: ${withoutNulls(line.slice(5).trim())}` : line;

function withoutNulls(text: string): string {
  if (!text.includes("null")) return text;
  let sent: unknown;
  try {
    sent = JSON.parse(text);
  } catch {
    return text; // The client reports invalid JSON.
  }
  return JSON.stringify(Array.isArray(sent) ? sent.map(message) : message(sent));
}

function message(sent: unknown): unknown {
  if (!isObject(sent) || !isObject(sent.result)) return sent;
  const { error, ...more } = sent;
  const { capabilities, serverInfo, content, ...fields } = present(sent.result);
  const result: Fields = fields;
  if (capabilities !== undefined)
    result.capabilities = isObject(capabilities) ? eachPresent(capabilities) : capabilities;
  if (serverInfo !== undefined) result.serverInfo = presentIn(serverInfo);
  if (content !== undefined) result.content = Array.isArray(content) ? content.map(presentIn) : content;
  return { ...more, ...(error === null || error === undefined ? {} : { error }), result };
}

const present = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

const presentIn = (value: unknown): unknown => (isObject(value) ? present(value) : value);

const eachPresent = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(present(fields)).map(([key, value]) => [key, presentIn(value)]));
