import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createProject } from "@groundplan/contract";
import { Client, UnauthorizedError } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { Page } from "@playwright/test";
import { createClient } from "../../client/src/index.ts";
import { freePort } from "../../server/test/free-port.ts";
import { createKey, expect, setUp, signIn, test } from "./fresh.ts";
import { Agent, listenForBrowser } from "./mcp-agent.ts";
import { expectAccessibleByDayAndNight } from "./watched.ts";

const reading = ["find", "get_plan", "get_specs", "get_context", "get_guide"];

/** Answers the consent page; returns the address that the browser is sent back to. */
async function consent(page: Page, callback: string, scope: "read" | "write"): Promise<string> {
  await expect(page.getByRole("heading", { level: 1, name: /^Let .+ in$/ })).toBeVisible();
  const choice = page.getByLabel("It will be able to");
  await expect(choice).toHaveValue("write");
  await choice.selectOption(scope);
  await expectAccessibleByDayAndNight(page);
  // A program may close the window that it is sent to.
  const sentBack = page.waitForRequest((request) => request.url().startsWith(callback));
  await page.getByRole("button", { name: "Allow" }).click({ noWaitAfter: true });
  return (await sentBack).url();
}

const askedScopes = ({ asks }: Agent) => asks?.searchParams.get("scope")?.split(" ");

const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);

async function callWith(client: Client, name: string, given: Record<string, unknown>): Promise<string> {
  const { content, isError } = await client.callTool({ name, arguments: given });
  const [{ text } = { text: "" }] = content as { text: string }[];
  expect(isError, text).not.toBe(true);
  return text;
}

test("A client signs in from its first 401, may only read if its user says so, and asks again to write", {
  tag: "@both",
}, async ({ fresh }) => {
  await setUp(await fresh.open(), fresh);
  const program = createClient({ url: fresh.url, apiKey: await createKey(fresh) });
  await program.call(createProject, { body: { name: "Shop", slug: "shop" } });
  const { callback, close } = await listenForBrowser();
  const page = await fresh.open(new URL(callback).origin);
  const agent = new Agent(`${fresh.url}/mcp`, callback);

  await test.step("the 401 leads to the page, which asks who it is", async () => {
    await expect(agent.connect()).rejects.toThrow(UnauthorizedError);
    expect(askedScopes(agent)).toContain("write");
    expect(agent.asks?.searchParams.get("resource")).toBe(`${fresh.url}/mcp`);
    await page.goto(agent.asks?.href ?? "");
    await signIn(page, "ada@acme.example");
  });

  await test.step("it is let in to read only", async () => {
    await agent.finish(await consent(page, callback, "read"));
    expect(agent.scope).toBe("read");
    const client = await agent.connect();
    expect(await namesOf(client)).toEqual(reading);
    expect(client.getInstructions()).toContain("may only read");
    expect(await callWith(client, "find", {})).toContain("shop");
    // The 403 names the scope that is missing, and the client asks for it.
    agent.asks = null;
    await expect(client.callTool({ name: "save_plan", arguments: { name: "Shop" } })).rejects.toThrow();
    expect(askedScopes(agent)).toContain("write");
  });

  await test.step("it is let in to write", async () => {
    await page.goto(agent.asks?.href ?? "");
    await agent.finish(await consent(page, callback, "write"));
    expect(agent.scope?.split(" ")).toContain("write");
    const client = await agent.connect();
    expect(await namesOf(client)).toHaveLength(11);
    expect(await callWith(client, "save_plan", { project: "shop", name: "Cart" })).toMatch(/^PLAN-1 /);
    await client.close();
  });

  await test.step("its user sees both connections, with the last use", async () => {
    await page.goto(`${fresh.url}/settings/agents`);
    const entries = page.getByRole("list", { name: "Connected agents" }).getByRole("listitem");
    await expect(entries).toHaveCount(2);
    for (const scope of ["Write", "Read"])
      await expect(entries.filter({ hasText: new RegExp(`Scout.*${scope}.*App.*used`) })).toHaveCount(1);
  });
  close();
});

const remote = "mcp-remote@0.15.1";

test(`${remote} signs in by the address that it prints, to read only and to write`, async ({ fresh }) => {
  const fetched = await promisify(execFile)("npm", [
    "exec",
    "--yes",
    `--package=${remote}`,
    "--",
    "node",
    "-e",
    "",
  ])
    .then(() => "")
    .catch((error: Error) => error.message);
  test.skip(fetched !== "", `npx can't get ${remote}: ${fetched}`);
  const inherited = process.env as Record<string, string>; // npm's settings, too.
  const folder = mkdtempSync(join(tmpdir(), "mcp-remote-"));
  await setUp(await fresh.open(), fresh);
  const program = createClient({ url: fresh.url, apiKey: await createKey(fresh) });
  await program.call(createProject, { body: { name: "Shop", slug: "shop" } });

  for (const scope of ["read", "write"] as const) {
    const port = await freePort();
    const page = await fresh.open(`http://localhost:${port}`);
    const transport = new StdioClientTransport({
      command: "npx",
      args: ["--yes", remote, `${fresh.url}/mcp`, String(port)],
      // It would open a browser of its own, and keep its tokens at home.
      env: { ...inherited, BROWSER: "true", MCP_REMOTE_CONFIG_DIR: join(folder, scope) },
      stderr: "pipe",
    });
    let said = "";
    transport.stderr?.on("data", (chunk: Buffer) => {
      said += String(chunk);
    });
    const client = new Client({ name: "scout", version: "1" });
    const connecting = client.connect(transport, { timeout: 120_000 });
    const asks = () => /^\s*(http\S+\/oauth\/authorize\?\S+)\s/m.exec(said)?.[1];
    await expect.poll(asks, said).toBeDefined();
    await page.goto(asks() ?? "");
    await signIn(page, "ada@acme.example");
    await consent(page, `http://localhost:${port}`, scope);
    await connecting;
    expect(await namesOf(client)).toHaveLength(scope === "read" ? 5 : 11);
    if (scope === "write")
      expect(await callWith(client, "save_plan", { project: "shop", name: "Cart" })).toMatch(/^PLAN-1 /);
    else expect(await callWith(client, "find", {})).toContain("shop");
    await client.close();
  }
  rmSync(folder, { recursive: true, force: true });
});
