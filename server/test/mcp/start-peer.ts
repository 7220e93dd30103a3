import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { freePort } from "../free-port.ts";

export interface Peer {
  port: number;
  url: string;
  close(): Promise<void>;
}

const preload = new URL("only-here.ts", import.meta.url).href;
const packages = join(import.meta.dirname, "../../../node_modules");

/** Starts a published MCP server in another process on a random port, confined to this machine. */
async function startPeer(
  file: string,
  args: (port: number) => readonly string[],
  env: Record<string, string> = {},
): Promise<Peer> {
  const wanted = await freePort();
  const child = fork(join(packages, file), args(wanted), {
    execArgv: ["--import", preload],
    env: { PATH: process.env["PATH"] ?? "", HOME: "/nonexistent", PORT: String(wanted), ...env },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const port = await portOf(child);
  return {
    port,
    url: `http://127.0.0.1:${port}/mcp`,
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

async function portOf(child: ChildProcess): Promise<number> {
  const said: string[] = [];
  child.stderr?.on("data", (part) => said.push(String(part)));
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`the peer ended with ${code}: ${said.join("").slice(0, 2000)}`);
  });
  const [message] = await Promise.race([once(child, "message"), ended]);
  ended.catch(() => {});
  return (message as { port: number }).port;
}

export const startEverything = (): Promise<Peer> =>
  startPeer("@modelcontextprotocol/server-everything/dist/index.js", () => ["streamableHttp"]);

export const startContext7 = (): Promise<Peer> =>
  startPeer("@upstash/context7-mcp/dist/index.js", (port) => ["--transport", "http", "--port", String(port)]);

export const startNotion = (token: string): Promise<Peer> =>
  startPeer(
    "@notionhq/notion-mcp-server/bin/cli.mjs",
    (port) => ["--transport", "http", "--port", String(port), "--auth-token", token],
    { NOTION_TOKEN: "ntn_none" },
  );

export const startPlaywright = (): Promise<Peer> =>
  startPeer("@playwright/mcp/cli.js", (port) => ["--port", String(port), "--headless"]);
