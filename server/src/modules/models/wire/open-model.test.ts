import { afterEach, expect, it, vi } from "vitest";
import { askModel } from "./ask-model.ts";
import { type Callable, openModel } from "./open-model.ts";

afterEach(() => vi.unstubAllEnvs());

/** Calls a model whose provider refuses, and returns the address and body of its request. */
async function sentBy(model: Partial<Callable>): Promise<{ url: string; body: Record<string, unknown> }> {
  const sent: { url: string; body: Record<string, unknown> }[] = [];
  const opened = await openModel(
    { kind: "openai-compatible", baseUrl: null, key: "sk-of-a-test", model: "m", ...model },
    async (url, init) => {
      sent.push({ url: String(url), body: JSON.parse(String(init?.body)) });
      return new Response("{}", { status: 401 });
    },
  );
  const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "Hi" }] }];
  const { signal } = new AbortController();
  await expect(askModel(opened, { prompt, maxOutputTokens: 99 }, { signal })).rejects.toThrow();
  expect(sent).toHaveLength(1);
  return sent[0] ?? { url: "", body: {} };
}

it.each([
  "https://api.openai.com/v1",
  "https://eu.api.openai.com/v1",
  "https://acme.openai.azure.com/openai/v1",
])("%s is told the most output as max_completion_tokens", async (baseUrl) => {
  const { url, body } = await sentBy({ baseUrl });
  expect(url).toBe(`${baseUrl}/chat/completions`);
  expect(body).toMatchObject({ max_completion_tokens: 99, stream: true });
  expect(body).not.toHaveProperty("max_tokens");
});

it.each(["https://openrouter.ai/api/v1", "http://127.0.0.1:11434/v1", "https://api.openai.com.example/v1"])(
  "%s is told it as max_tokens",
  async (baseUrl) => {
    const { body } = await sentBy({ baseUrl });
    expect(body).toMatchObject({ max_tokens: 99 });
    expect(body).not.toHaveProperty("max_completion_tokens");
  },
);

it("a key without an address goes to its vendor, whatever the environment says", async () => {
  for (const name of ["ANTHROPIC_BASE_URL", "OPENAI_BASE_URL", "OPENAI_API_BASE"])
    vi.stubEnv(name, "https://elsewhere.example/v1");
  const { url } = await sentBy({ kind: "anthropic" });
  expect(url).toBe("https://api.anthropic.com/v1/messages");
  await expect(sentBy({ baseUrl: null })).rejects.toThrow();
});
