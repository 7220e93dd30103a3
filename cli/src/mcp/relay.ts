import { withDefaults, withProject } from "./defaults.ts";
import { type Endpoint, exchange } from "./exchange.ts";
import { agreeOn, headersOf } from "./headers.ts";
import { failed, type Id, isId, isRequest, type Message, type Request } from "./message.ts";
import { messagesOf } from "./read-message.ts";
import { sayRefused } from "./say-failure.ts";

/** Messages that are on their way at a time. */
const mostAtOnce = 64;

interface Relay {
  input: AsyncIterable<Buffer>;
  output: NodeJS.WritableStream;
  endpoint: Endpoint;
  /** The default project. */
  project: string | undefined;
}

/**
 * Hands each message of the input to the endpoint, and writes answers as they come. Resolves when the input has ended and
 * all requests are answered.
 */
export async function relay({ input, output, endpoint, project }: Relay): Promise<void> {
  const underway = new Set<Promise<void>>();
  const cancelling = new Map<Id, AbortController>();
  // Waits for a client that doesn't read, so that answers don't pile up.
  const write = (message: Message) =>
    new Promise<void>((resolve) => output.write(`${JSON.stringify(message)}\n`, () => resolve()));

  async function answer(request: Request): Promise<void> {
    const cancel = new AbortController();
    const { signal } = cancel;
    cancelling.set(request.id, cancel);
    if (request.method === "initialize") agreeOn(endpoint.agreed, request);
    try {
      const asked = withDefaults(request, project) as Request;
      const found = await exchange(endpoint, asked, { signal, pass: write });
      if (request.method === "initialize") agreeOn(endpoint.agreed, request, found);
      if (!signal.aborted) await write(withProject(found, project));
    } catch (error) {
      if (!signal.aborted) await write(failed(request, sayRefused(error)));
    } finally {
      if (cancelling.get(request.id) === cancel) cancelling.delete(request.id);
    }
  }

  for await (const read of messagesOf(input)) {
    if ("refusal" in read) await write(read.refusal);
    else if (read.message.method === "notifications/cancelled") {
      const { requestId } = read.message.params ?? {};
      if (isId(requestId)) cancelling.get(requestId)?.abort();
    } else if (underway.size < mostAtOnce) {
      const { message } = read;
      const sent = isRequest(message) ? answer(message) : notify(endpoint, message);
      underway.add(sent);
      void sent.finally(() => underway.delete(sent));
    } else if (isRequest(read.message))
      await write(failed(read.message, `${mostAtOnce} requests are running. Wait for one, then repeat.`));
  }
  await Promise.all(underway);
}

/** Hands on a notification, which has no answer. */
async function notify({ client, path, agreed }: Endpoint, message: Message): Promise<void> {
  if (message.method === undefined) return;
  const request = { headers: headersOf(message, agreed), body: JSON.stringify(message) };
  const response = await client.send("POST", path, request).catch(() => null);
  await response?.body?.cancel().catch(() => {});
}
