import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { openWorld, type World } from "../world.ts";
import { type Peer, startNotion, startPlaywright } from "./start-peer.ts";

const token = "token-of-the-notion-peer";
const env = { GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1" };

describe.skipIf(!process.env["LONG"]).each(databases)("more MCP servers on $database", ({ create }) => {
  let world: World;
  let notion: Peer;
  let playwright: Peer;
  beforeAll(async () => {
    [world, notion, playwright] = await Promise.all([
      openWorld(create, { env }),
      startNotion(token),
      startPlaywright(),
    ]);
  });
  afterAll(async () => {
    await world.close();
    await Promise.all([notion.close(), playwright.close()]);
  });

  const add = async (body: object) => (await world.alice.post("/v1/mcp-servers", body)).body;
  const readers = (tools: { access: string; enabled: boolean }[]) =>
    tools.filter(({ access, enabled }) => access === "read" && enabled).length;

  it("Notion's server is read with its token, and requires one", async () => {
    const body = { label: "Notion here", slug: "notion-here", url: notion.url };
    const { server } = await add({ ...body, authMode: "bearer", bearerToken: token });
    expect(server.lastProbe).toMatchObject({ status: "ok" });
    expect(server.tools.length).toBeGreaterThan(20);
    expect(readers(server.tools)).toBeGreaterThan(5);
    const wrong = { authMode: "bearer", bearerToken: "another-token" };
    const changed = await world.alice.patch("/v1/mcp-servers/notion-here", wrong);
    expect(changed.body.server.lastProbe.status).toBe("auth_required");
    expect(changed.body.server.tools).toEqual(server.tools);
    const open = await add({ ...body, slug: "without", authMode: "anonymous" });
    expect(open.server.lastProbe.status).toBe("auth_required");
  });

  it("Playwright's server is read, and its tools that change pages are off", async () => {
    const url = playwright.url.replace("127.0.0.1", "localhost");
    const { server } = await add({ label: "Playwright", url, authMode: "anonymous" });
    expect(server.lastProbe).toMatchObject({ status: "ok" });
    expect(server.tools.length).toBeGreaterThan(20);
    const click = server.tools.find(({ name }: { name: string }) => name === "browser_click");
    expect(click).toMatchObject({ access: "write", enabled: false });
    expect(readers(server.tools)).toBeGreaterThan(3);
  });
});
