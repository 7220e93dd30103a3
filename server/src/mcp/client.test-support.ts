import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { afterAll, beforeAll } from "vitest";
import type { World } from "../../test/world.ts";

export interface Called {
  text: string;
  isError: boolean;
  /** Seconds. */
  retryAfter?: unknown;
}

/** A real client of the endpoint, with a person's key. */
export class Agent {
  readonly client = new Client({ name: "coder", version: "1" }, { versionNegotiation: { mode: "auto" } });

  async connect(url: string, key: string): Promise<this> {
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await this.client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    return this;
  }

  async try(name: string, given: Record<string, unknown> = {}, key?: string): Promise<Called> {
    const meta = key === undefined ? {} : { _meta: { "groundplan/idempotencyKey": key } };
    const { content, isError, _meta } = await this.client.callTool({ name, arguments: given, ...meta });
    const [first] = content as { type: string; text: string }[];
    const retryAfter = _meta?.["groundplan/retryAfter"];
    return { text: first?.text ?? "", isError: isError === true, retryAfter };
  }

  /** Calls a tool that must not fail. */
  async call(name: string, given: Record<string, unknown> = {}, key?: string): Promise<string> {
    const { text, isError } = await this.try(name, given, key);
    if (isError) throw new Error(`${name}: ${text}`);
    return text;
  }
}

/** Connects agents to a world that listens; they are closed after the tests of the block. */
export function setUpAgents(world: World): (key: string, query?: string) => Promise<Agent> {
  const agents: Agent[] = [];
  let url = "";
  beforeAll(async () => {
    url = `${await world.app.listen({ host: "127.0.0.1", port: 0 })}/mcp`;
  });
  afterAll(async () => {
    for (const { client } of agents) await client.close();
  });
  return async (key, query = "") => {
    const agent = await new Agent().connect(`${url}${query}`, key);
    agents.push(agent);
    return agent;
  };
}

export const sizeOf = (text: string): number =>
  countTokens(text, { allowedSpecial: new Set(), disallowedSpecial: new Set() });
