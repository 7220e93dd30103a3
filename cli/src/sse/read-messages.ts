/** A message of a stream of server-sent events. */
export interface Message {
  id: string | undefined;
  event: string;
  data: string;
}

const mostCharacters = 8 * 1024 * 1024;

/** Yields the messages of a stream; comments are left out. */
export async function* readMessages(body: ReadableStream<Uint8Array>): AsyncGenerator<Message> {
  let text = "";
  for await (const chunk of body.pipeThrough(
    new TextDecoderStream() as TransformStream<Uint8Array, string>,
  )) {
    text += chunk;
    if (text.length > mostCharacters) throw new TypeError("a message of the stream is too large");
    const blocks = text.split(/\r?\n\r?\n/);
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const message = parse(block);
      if (message) yield message;
    }
  }
}

function parse(block: string): Message | null {
  const values = (name: string) =>
    block
      .split(/\r?\n/)
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).replace(/^ /, ""));
  const data = values("data");
  if (data.length === 0) return null;
  return { id: values("id")[0], event: values("event")[0] ?? "message", data: data.join("\n") };
}
