import { setTimeout as sleep } from "node:timers/promises";
import {
  type CallToolResult,
  type McpServerFactory,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { ask, askable, askingPrompt, askingTools, rounds } from "./ask-client.ts";

/** A red pixel, and an empty sound. */
const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const wav = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";

const text = (said: string) => ({ type: "text" as const, text: said });
const image = { type: "image" as const, data: png, mimeType: "image/png" };
const embedded = (uri: string, mimeType: string, said: string) => ({
  type: "resource" as const,
  resource: { uri, mimeType, text: said },
});

/** Tools of the suite's names, with what they answer. */
const tools: Record<string, (request: ServerContext) => Promise<CallToolResult> | CallToolResult> = {
  test_simple_text: () => ({ content: [text("This is a simple text response for testing.")] }),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: "audio", data: wav, mimeType: "audio/wav" }] }),
  test_embedded_resource: () => ({
    content: [embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")],
  }),
  test_multiple_content_types: () => ({
    content: [
      text("Multiple content types test:"),
      image,
      embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    ],
  }),
  test_error_handling: () => ({
    isError: true,
    content: [text("This tool intentionally returns an error for testing")],
  }),
  async test_tool_with_progress({ mcpReq }) {
    const { progressToken = 0 } = mcpReq._meta ?? {};
    for (const progress of [0, 50, 100]) {
      await mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken, progress, total: 100 },
      });
      await sleep(20);
    }
    return { content: [text("Done")] };
  },
  async test_logging_tool({ mcpReq }) {
    await mcpReq.log("info", "Called");
    return { content: [text("Done")] };
  },
};

type Message = {
  role: "user";
  content: ReturnType<typeof text> | typeof image | ReturnType<typeof embedded>;
};
const user = (content: Message["content"]): Message => ({ role: "user", content });

const prompts: Record<
  string,
  { takes: readonly string[]; say: (given: Record<string, string>) => Message[] }
> = {
  test_simple_prompt: { takes: [], say: () => [user(text("This is a simple prompt for testing."))] },
  test_prompt_with_arguments: {
    takes: ["arg1", "arg2"],
    say: ({ arg1, arg2 }) => [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
  },
  test_prompt_with_embedded_resource: {
    takes: ["resourceUri"],
    say: ({ resourceUri = "" }) => [
      user(embedded(resourceUri, "text/plain", "Embedded resource content for testing.")),
      user(text("Please process the embedded resource above.")),
    ],
  },
  test_prompt_with_image: {
    takes: [],
    say: () => [user(image), user(text("Please analyze the image above."))],
  },
  test_input_required_result_prompt: { takes: [], say: () => [user(text("Prompt with context."))] },
};

const plain = "This is the content of the static text resource.";

function contentOf(uri: string) {
  const [, id] = /^test:\/\/template\/(\w+)\/data$/.exec(uri) ?? [];
  if (uri === "test://static-text") return { uri, mimeType: "text/plain", text: plain };
  if (uri === "test://static-binary") return { uri, mimeType: "image/png", blob: png };
  if (id === undefined) throw new ResourceNotFoundError(uri);
  const data = { id, templateTest: true, data: `Data for ID: ${id}` };
  return { uri, mimeType: "application/json", text: JSON.stringify(data) };
}

const described = (name: string) => ({ name, description: `For ${name}` });

/** Makes the server that the published suite asks for; it says no more than the suite reads. */
export const fixture: McpServerFactory = () => {
  const server = new Server(
    { name: "fixture", version: "1.0.0" },
    {
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {}, logging: {} },
      requestState: { verify: rounds.verify },
    },
  );
  server.setRequestHandler("tools/list", () => ({
    tools: [...Object.keys(tools), ...Object.keys(askingTools)].map((name) =>
      Object.assign(described(name), { inputSchema: { type: "object" as const } }),
    ),
  }));
  server.setRequestHandler("tools/call", async ({ params: { name } }, request) => {
    const asked = askingTools[name] ?? [];
    const wanted = name === "test_input_required_result_capabilities" ? askable(asked, request) : asked;
    return (await ask(wanted, request)) ?? tools[name]?.(request) ?? { content: [text(`${name}: state-ok`)] };
  });
  server.setRequestHandler("resources/list", () => ({
    resources: [
      Object.assign(described("static-text"), { uri: "test://static-text", mimeType: "text/plain" }),
      Object.assign(described("static-binary"), { uri: "test://static-binary", mimeType: "image/png" }),
    ],
  }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [Object.assign(described("template"), { uriTemplate: "test://template/{id}/data" })],
  }));
  server.setRequestHandler("resources/read", ({ params: { uri } }) => ({ contents: [contentOf(uri)] }));
  server.setRequestHandler("prompts/list", () => ({
    prompts: Object.entries(prompts).map(([name, { takes }]) =>
      Object.assign(described(name), {
        arguments: takes.map((argument) => ({ name: argument, required: true })),
      }),
    ),
  }));
  server.setRequestHandler("prompts/get", async ({ params: { name, arguments: given = {} } }, request) => {
    const wanted = name === "test_input_required_result_prompt" ? askingPrompt : [];
    return (await ask(wanted, request)) ?? { messages: prompts[name]?.say(given) ?? [] };
  });
  server.setRequestHandler("completion/complete", () => ({ completion: { values: [] } }));
  return server;
};
