import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A request as the provider got it. */
export interface ModelRequest {
  path: string;
  headers: IncomingMessage["headers"];
  // biome-ignore lint/suspicious/noExplicitAny: JSON of either wire
  body: any;
  /** The body as it was sent. */
  text: string;
  /** Resolves once the caller has closed the socket before the answer's end. */
  closed: Promise<void>;
}

/** An answer of the scripted model. */
export interface Turn {
  text?: string;
  /** Calls of tools; a string stands for arguments that are no JSON. */
  calls?: { name: string; input: object | string; id?: string }[];
  /** `cacheWrite` is besides `input`, as Anthropic tells it. */
  usage?: { input: number; output: number; cacheWrite?: number };
  /** True if it ended at the limit of its tokens. */
  isCut?: true;
  /** Milliseconds between two words of the text. */
  wordMs?: number;
}

/** Returns the answer to a request, which is the nth from 1 on. */
export type Script = (request: ModelRequest, n: number) => Turn | Promise<Turn>;

export interface ModelProvider {
  /** Up to and including `/v1`. */
  url: string;
  requests: ModelRequest[];
  /** The answers; "ready" without one. */
  script: Script | null;
  /** Replaces the next answers; removed by setting null. */
  instead: ((request: ModelRequest, response: ServerResponse) => void) | null;
  /** The model's name in the answers, if another than was asked for. */
  named: string | null;
  close(): Promise<void>;
}

const ready: Turn = { text: "ready", usage: { input: 12, output: 3 } };

/** Starts a provider that answers "ready" on both wires, for 12 tokens in and 3 out, unless it has a script. */
export async function startModelProvider(): Promise<ModelProvider> {
  const server = createServer(async (request, response) => {
    const text = String(Buffer.concat(await request.toArray()));
    const closed = once(response, "close").then(() => {});
    const asked: ModelRequest = {
      path: request.url ?? "",
      headers: request.headers,
      body: JSON.parse(text || "{}"),
      text,
      closed,
    };
    provider.requests.push(asked);
    if (provider.instead) return provider.instead(asked, response);
    const turn = provider.script ? await provider.script(asked, provider.requests.length) : ready;
    response.writeHead(200, { "content-type": "text/event-stream" });
    const model = provider.named ?? asked.body.model;
    if (asked.path.endsWith("/messages")) await asAnthropic(response, model, turn);
    else await asOpenAi(response, model, turn);
    return response.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const provider: ModelProvider = {
    url: `http://127.0.0.1:${port}/v1`,
    requests: [],
    script: null,
    instead: null,
    named: null,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
  return provider;
}

const event = (response: ServerResponse, data: unknown, name?: string) =>
  response.write(`${name ? `event: ${name}\n` : ""}data: ${JSON.stringify(data)}\n\n`);

/** Yields the words of a text at their pace, until the caller is gone. */
async function* words(response: ServerResponse, { text = "", wordMs = 0 }: Turn): AsyncGenerator<string> {
  for (const word of text.match(/\S+\s*/g) ?? []) {
    if (response.destroyed) return;
    yield word;
    if (wordMs > 0) await sleep(wordMs);
  }
}

const written = (input: object | string) => (typeof input === "string" ? input : JSON.stringify(input));

async function asAnthropic(response: ServerResponse, model: string, turn: Turn): Promise<void> {
  const { text, calls = [], usage = { input: 12, output: 3 } } = turn;
  const message = { id: "msg_1", type: "message", role: "assistant", model, content: [], stop_reason: null };
  const told = {
    input_tokens: usage.input,
    output_tokens: 1,
    cache_creation_input_tokens: usage.cacheWrite ?? 0,
  };
  const start = { ...message, stop_sequence: null, usage: told };
  event(response, { type: "message_start", message: start }, "message_start");
  let index = 0;
  const begin = (content_block: object) =>
    event(response, { type: "content_block_start", index, content_block }, "content_block_start");
  const add = (delta: object) =>
    event(response, { type: "content_block_delta", index, delta }, "content_block_delta");
  const end = () => event(response, { type: "content_block_stop", index: index++ }, "content_block_stop");
  if (text !== undefined) {
    begin({ type: "text", text: "" });
    for await (const word of words(response, turn)) add({ type: "text_delta", text: word });
    end();
  }
  for (const { name, input, id = `toolu_${newCallId()}` } of calls) {
    begin({ type: "tool_use", id, name, input: {} });
    add({ type: "input_json_delta", partial_json: written(input) });
    end();
  }
  const reason = {
    stop_reason: turn.isCut ? "max_tokens" : calls.length > 0 ? "tool_use" : "end_turn",
    stop_sequence: null,
  };
  const ended = { type: "message_delta", delta: reason, usage: { output_tokens: usage.output } };
  event(response, ended, "message_delta");
  event(response, { type: "message_stop" }, "message_stop");
}

async function asOpenAi(response: ServerResponse, model: string, turn: Turn): Promise<void> {
  const { calls = [], usage = { input: 12, output: 3 } } = turn;
  const chunk = (delta: object, finish_reason: string | null) => ({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1,
    model,
    choices: [{ index: 0, delta, finish_reason }],
  });
  event(response, chunk({ role: "assistant", content: "" }, null));
  for await (const word of words(response, turn)) event(response, chunk({ content: word }, null));
  for (const [index, { name, input, id = `call_${newCallId()}` }] of calls.entries()) {
    const called = { name, arguments: written(input) };
    const call = { index, id, type: "function", function: called };
    event(response, chunk({ tool_calls: [call] }, null));
  }
  event(response, chunk({}, turn.isCut ? "length" : calls.length > 0 ? "tool_calls" : "stop"));
  const { input, output } = usage;
  const told = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
  event(response, { ...chunk({}, null), choices: [], usage: told });
  response.write("data: [DONE]\n\n");
}

let lastCall = 0;
const newCallId = () => ++lastCall;
