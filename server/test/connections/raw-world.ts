import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect } from "vitest";
import type { databases } from "../databases.ts";
import { buildCheckedApp, openWorld, type World } from "../world.ts";
import { type Heard, sendRaw } from "./raw-http.ts";

/** A short request timeout in milliseconds, for fast tests of slow clients. */
export const requestTimeout = 600;

/** A world with a project and a private plan, on a port for raw requests. */
class RawWorld {
  world!: World;
  app!: FastifyInstance;
  port = 0;

  auth = (): string => `Authorization: Bearer ${this.world.alice.key}`;

  post(headers: string[], body: string): string {
    const lines = ["POST /v1/projects HTTP/1.1", "Host: x", this.auth(), "Content-Type: application/json"];
    return `${[...lines, ...headers].join("\r\n")}\r\n\r\n${body}`;
  }

  get(target: string, ...headers: string[]): string {
    return `${[`GET ${target} HTTP/1.1`, "Host: x", "Connection: close", ...headers].join("\r\n")}\r\n\r\n`;
  }

  send(parts: string | string[], options?: Parameters<typeof sendRaw>[2]): Promise<Heard> {
    return sendRaw(this.port, parts, options);
  }

  /** Expects one error envelope and one line of the log about it. */
  expectRefused(heard: Heard, status: number): void {
    expect(heard.text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(heard).toMatchObject({ status, ms: expect.any(Number) });
    expect(heard.body).toEqual({
      error: expect.objectContaining({
        code: expect.any(String),
        message: expect.stringMatching(/^[A-Z].*\.$/),
      }),
    });
    expect(heard.text).toMatch(/^content-type: application\/json; charset=utf-8\r$/im);
    expect(heard.text).toMatch(/^x-content-type-options: nosniff\r$/im);
    expect(heard.text).toMatch(/^cache-control: private, no-cache\r$/im);
    const id = /^x-request-id: ([\w-]+)\r$/im.exec(heard.text)?.[1];
    const noted = this.logged().filter(({ requestId }) => requestId === id);
    expect(noted).toEqual([expect.objectContaining({ msg: "request", status })]);
  }

  logged = () => this.world.logged.map((line) => JSON.parse(line));

  failures = (): number => this.logged().filter(({ level }) => level >= 50).length;

  projects = async (): Promise<number> => (await this.world.alice.get("/v1/projects")).body.projects.length;
}

export function openRawWorld(create: (typeof databases)[number]["create"]): RawWorld {
  const raw = new RawWorld();
  beforeAll(async () => {
    raw.world = await openWorld(create, { jobs: "off" });
    await raw.world.alice.post("/v1/projects", { name: "Web" });
    await raw.world.alice.post("/v1/projects/web/plans", { name: "Secret", visibility: "PRIVATE" });
    raw.app = buildCheckedApp(raw.world.context, { requestTimeout });
    await raw.app.listen({ host: "127.0.0.1", port: 0 });
    raw.port = (raw.app.server.address() as AddressInfo).port;
  });
  afterAll(async () => {
    await raw.app.close();
    await raw.world.close();
  });
  return raw;
}
