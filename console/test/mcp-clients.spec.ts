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

  /** The page has to be there before it goes elsewhere. */
  const letIn = async (scope: "read" | "write") => {
    await agent.finish(await consent(page, callback, scope));
    await page.waitForURL((url) => url.href.startsWith(callback));
  };

  await test.step("it is let in to read only", async () => {
    await letIn("read");
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
    await letIn("write");
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

/** Returns why npx can't get a package; empty if it can. */
async function whyNot(name: string): Promise<string> {
  const nothing = ["exec", "--yes", `--package=${name}`, "--", "node", "-e", ""];
  return promisify(execFile)("npm", nothing, { timeout: 60_000 }).then(
    () => "",
    (error: Error) => error.message,
  );
}

test(`${remote} signs in by the address that it prints, to read only, and asks again to write`, async ({
  fresh,
}) => {
  const reason = await whyNot(remote);
  test.skip(reason !== "", `npx can't get ${remote}: ${reason}`);
  await setUp(await fresh.open(), fresh);
  const program = createClient({ url: fresh.url, apiKey: await createKey(fresh) });
  await program.call(createProject, { body: { name: "Shop", slug: "shop" } });
  const folder = mkdtempSync(join(tmpdir(), "mcp-remote-"));
  const port = await freePort();
  const callback = `http://localhost:${port}`;
  const inherited = process.env as Record<string, string>; // npm's settings, too.
  const transport = new StdioClientTransport({
    command: "npx",
    args: ["--yes", remote, `${fresh.url}/mcp`, String(port)],
    // It would open a browser of its own, and keep its tokens at home.
    env: { ...inherited, BROWSER: "true", MCP_REMOTE_CONFIG_DIR: folder },
    stderr: "pipe",
  });
  let said = "";
  transport.stderr?.on("data", (chunk: Buffer) => {
    said += String(chunk);
  });
  /** Returns the pages that it has asked for. */
  const asked = () =>
    [...said.matchAll(/^\s*(http\S+\/oauth\/authorize\?\S+)\s/gm)].map(([, page = ""]) => page);
  const open = async (number: number) => {
    await expect.poll(() => asked().length).toBe(number);
    const page = await fresh.open(callback); // It closes the window of each sign-in.
    await page.goto(asked()[number - 1] ?? "");
    await signIn(page, "ada@acme.example");
    return page;
  };

  const client = new Client({ name: "scout", version: "1" });
  const connecting = client.connect(transport, { timeout: 120_000 });
  await consent(await open(1), callback, "read");
  await connecting;
  expect(await namesOf(client)).toEqual(reading);
  expect(await callWith(client, "find", {})).toContain("shop");

  // The 403 of a writing tool makes it ask for the missing scope; then it sends the call again.
  const saving = callWith(client, "save_plan", { project: "shop", name: "Cart" });
  await consent(await open(2), callback, "write");
  expect(await saving).toMatch(/^PLAN-1 /);
  expect(await namesOf(client)).toHaveLength(11);
  await client.close();
  rmSync(folder, { recursive: true, force: true });
});
