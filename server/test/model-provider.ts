import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as the provider got it. */
export interface ModelRequest {
  path: string;
  headers: IncomingMessage["headers"];
  // biome-ignore lint/suspicious/noExplicitAny: JSON of either wire
  body: any;
}

export interface ModelProvider {
  /** Up to and including `/v1`. */
  url: string;
  requests: ModelRequest[];
  /** Replaces the next answers; removed by setting null. */
  instead: ((request: ModelRequest, response: ServerResponse) => void) | null;
  close(): Promise<void>;
}

const event = (response: ServerResponse, data: unknown, name?: string) =>
  response.write(`${name ? `event: ${name}\n` : ""}data: ${JSON.stringify(data)}\n\n`);

/** Starts a provider that answers "ready" on both wires, for 12 tokens in and 3 out. */
export async function startModelProvider(): Promise<ModelProvider> {
  const server = createServer(async (request, response) => {
    const bytes = Buffer.concat(await request.toArray());
    const asked: ModelRequest = {
      path: request.url ?? "",
      headers: request.headers,
      body: JSON.parse(String(bytes) || "{}"),
    };
    provider.requests.push(asked);
    if (provider.instead) return provider.instead(asked, response);
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (asked.path.endsWith("/messages")) asAnthropic(response, asked.body.model);
    else asOpenAi(response, asked.body.model);
    return response.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const provider: ModelProvider = {
    url: `http://127.0.0.1:${port}/v1`,
    requests: [],
    instead: null,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
  return provider;
}

function asAnthropic(response: ServerResponse, model: string): void {
  const message = { id: "msg_1", type: "message", role: "assistant", model, content: [], stop_reason: null };
  const start = { ...message, stop_sequence: null, usage: { input_tokens: 12, output_tokens: 1 } };
  event(response, { type: "message_start", message: start }, "message_start");
  const block = { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } };
  event(response, block, "content_block_start");
  const delta = { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "ready" } };
  event(response, delta, "content_block_delta");
  event(response, { type: "content_block_stop", index: 0 }, "content_block_stop");
  const end = { stop_reason: "end_turn", stop_sequence: null };
  event(response, { type: "message_delta", delta: end, usage: { output_tokens: 3 } }, "message_delta");
  event(response, { type: "message_stop" }, "message_stop");
}

function asOpenAi(response: ServerResponse, model: string): void {
  const chunk = (delta: object, finish_reason: string | null) => ({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1,
    model,
    choices: [{ index: 0, delta, finish_reason }],
  });
  event(response, chunk({ role: "assistant", content: "ready" }, null));
  event(response, chunk({}, "stop"));
  const usage = { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 };
  event(response, { ...chunk({}, null), choices: [], usage });
  response.write("data: [DONE]\n\n");
}
