import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { type Client, createClient } from "../../../client/src/index.ts";
import { setUpWorld, type World } from "../../../server/test/world.ts";
import { type Ended, groundplanHere } from "../testing.ts";

type Options = NonNullable<Parameters<typeof setUpWorld>[1]>;

export interface Terminal {
  world: World;
  client: Client;
  env: Record<string, string>;
  /** Runs a command of an owner, or of somebody with another environment. */
  run(args: string[], env?: Record<string, string>): Promise<Ended>;
  /** Returns what a command prints that succeeds without a word on standard error. */
  shown(...args: string[]): Promise<string>;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into what was printed and fail where it is different.
  json(...args: string[]): Promise<any>;
  /** Writes a file into a folder that goes with the block. */
  file(name: string, text: string): string;
}

/** Opens a service for a block of tests, and a terminal of its owner in the project `web`. */
export function setUpTerminal(
  create: Parameters<typeof setUpWorld>[0],
  options: Options = { jobs: "off" },
): Terminal {
  const world = setUpWorld(create, Object.assign({ project: "Web" }, options));
  const folder = mkdtempSync(join(tmpdir(), "groundplan-"));
  const run = (args: string[], env?: Record<string, string>) => groundplanHere(args, env ?? terminal.env);
  const shown = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(args);
    expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: "" });
    return stdout;
  };
  const terminal: Terminal = {
    world,
    client: undefined as unknown as Client,
    env: {},
    run,
    shown,
    json: async (...args) => JSON.parse(await shown(...args, "--json")),
    file(name, text) {
      const path = join(folder, name);
      writeFileSync(path, text);
      return path;
    },
  };
  beforeAll(async () => {
    const url = await world.app.listen({ host: "127.0.0.1", port: 0 });
    terminal.env = {
      GROUNDPLAN_URL: url,
      GROUNDPLAN_API_KEY: world.alice.key,
      GROUNDPLAN_PROJECT: "web",
    };
    terminal.client = createClient({ url, apiKey: world.alice.key });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return terminal;
}
