import { codes, errorAnswer, type Id, isId, isMessage, isObject, type Message } from "./message.ts";
import { type Line, linesOf } from "./read-lines.ts";

/** Bytes of a message, as much as the endpoint takes. */
const longest = 8 * 1024 * 1024;

/** Yields the messages of a client; a line that holds none comes as the error to answer it with. */
export async function* messagesOf(
  input: AsyncIterable<Buffer>,
): AsyncGenerator<{ message: Message } | { refusal: Message }> {
  for await (const line of linesOf(input, longest)) if (line.text.trim() !== "") yield read(line);
}

function read({ text, isCut }: Line): { message: Message } | { refusal: Message } {
  if (isCut) {
    const most = `A message has at most ${longest / 2 ** 20} MiB. Send less at once.`;
    return { refusal: errorAnswer(idAtEnds(text), codes.invalid, most) };
  }
  try {
    const message: unknown = JSON.parse(text);
    if (isMessage(message)) return { message };
    const id = isObject(message) && isId(message.id) ? message.id : null;
    return { refusal: errorAnswer(id, codes.invalid, "A line holds one JSON-RPC 2.0 message.") };
  } catch {
    return { refusal: errorAnswer(null, codes.notJson, "The line is not JSON.") };
  }
}

const version = String.raw`"jsonrpc"\s*:\s*"2\.0"`;
const id = String.raw`"id"\s*:\s*(\d+|"[^"\\]*")`;
const first = new RegExp(String.raw`^\s*\{\s*(?:${version}\s*,\s*)?${id}`);
const last = new RegExp(String.raw`${id}\s*(?:,\s*${version}\s*)?\}\s*$`);

/** Returns the id of a message of which only the beginning and the end are known. */
function idAtEnds(text: string): Id | null {
  const found = first.exec(text)?.[1] ?? last.exec(text)?.[1];
  return found === undefined ? null : JSON.parse(found);
}
