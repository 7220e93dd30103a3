import { Failure } from "../failure.ts";

/** Characters of an answer; the service's longest are of 50,000 tokens. */
const longest = 4 * 1024 * 1024;

/** Yields the messages of an answer: the JSON of its body, or those of its events as they come. */
export async function* messagesIn(response: Response): AsyncGenerator<unknown> {
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
  let text = "";
  for await (const part of textOf(response)) {
    text += part;
    if (text.length > longest)
      throw new Failure(`The answer is longer than ${longest / 2 ** 20} MiB. What was asked for is done.`);
    if (!isStream) continue;
    const events = text.split(/\r?\n\r?\n/);
    text = events.pop() ?? "";
    for (const event of events) yield* dataOf(event);
  }
  if (isStream) yield* dataOf(text);
  else if (text !== "") yield parsed(text);
}

async function* textOf({ body }: Response): AsyncGenerator<string> {
  if (body) for await (const part of body.pipeThrough(new TextDecoderStream())) yield part;
}

function* dataOf(event: string): Generator<unknown> {
  const lines = event.split(/\r?\n/).filter((line) => line.startsWith("data:"));
  const data = lines.map((line) => line.slice(5).trimStart()).join("\n");
  if (data !== "") yield parsed(data);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
