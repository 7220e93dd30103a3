import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { updateSpec } from "@groundplan/contract";
import { afterAll, describe, expect, it } from "vitest";
import { databases } from "../../../../server/test/databases.ts";
import { bin, environment } from "../../testing.ts";
import { setUpTerminal } from "../terminal.test-support.ts";
import { filesIn, specOfTitle, writeIn } from "./scene.test-support.ts";

const tasks = "openspec/changes/pay/tasks.md";
const start = {
  "openspec/changes/pay/proposal.md": "# Pay\n\n## Why\nPeople want to pay for what they take home.\n",
  [tasks]: "## 1. All\n- [ ] 1.1 One\n- [ ] 1.2 Two\n",
};

/** Opens a port in front of the service that can be shut, as if the service were not there. */
async function openDoor(port: number) {
  const sockets = new Set<Socket>();
  let isShut = false;
  const server = createServer((socket) => {
    if (isShut) return void socket.destroy();
    const behind = connect(port, "127.0.0.1");
    for (const [one, other] of [
      [socket, behind],
      [behind, socket],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on("error", () => {});
      one.on("close", () => other.destroy());
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const shut = () => {
    isShut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    shut,
    open() {
      isShut = false;
    },
    async close() {
      shut();
      server.close();
      await once(server, "close");
    },
  };
}

describe.each(databases)("$database: a watched folder", ({ create }) => {
  const terminal = setUpTerminal(create);
  const folders = mkdtempSync(join(tmpdir(), "watch-"));
  afterAll(() => rmSync(folders, { recursive: true }));

  it("`sync --json` prints what it did", async () => {
    const folder = mkdtempSync(join(folders, "clone-"));
    for (const [path, text] of Object.entries(start)) writeIn(folder, path, text);
    terminal.env.XDG_STATE_HOME = folders;
    const idle = { format: "openspec", written: [], removed: [], changed: 0, conflicts: [] };
    expect((await terminal.json("sync", folder)).formats).toEqual([Object.assign({}, idle, { changed: 2 })]);
    expect((await terminal.json("sync", folder)).formats).toEqual([idle]);
    const { params } = await specOfTitle(terminal.client, "web", "One");
    await terminal.client.call(updateSpec, { params, body: { status: "DONE" } });
    expect((await terminal.json("sync", folder)).formats).toEqual([
      Object.assign({}, idle, { written: [tasks] }),
    ]);
  });

  it("is kept in step while either side changes and the service comes and goes, until Ctrl-C", async () => {
    const folder = mkdtempSync(join(folders, "clone-"));
    for (const [path, text] of Object.entries(start))
      writeIn(
        folder,
        path.replace("pay", "ship"),
        text.replace("Pay", "Ship").replaceAll("1.1 One", "1.1 Eins"),
      );
    const door = await openDoor(Number(new URL(terminal.env.GROUNDPLAN_URL ?? "").port));
    const env = Object.assign({}, terminal.env, { GROUNDPLAN_URL: door.url, XDG_STATE_HOME: folders });
    const child = spawn(process.execPath, [bin, "sync", folder, "--watch"], {
      env: environment(env),
      stdio: ["ignore", "pipe", "pipe"],
    });
    const printed = { out: "", err: "" };
    child.stdout.on("data", (text) => {
      printed.out += text;
    });
    child.stderr.on("data", (text) => {
      printed.err += text;
    });
    const ended = once(child, "close");
    const at = tasks.replace("pay", "ship");
    try {
      await expect.poll(() => printed.out).toContain("2 specs changed in Groundplan.");
      const { params } = await specOfTitle(terminal.client, "web", "Eins");
      await terminal.client.call(updateSpec, { params, body: { status: "DONE" } });
      await expect.poll(() => filesIn(folder)[at]).toContain("- [x] 1.1 Eins");
      door.shut();
      await expect.poll(() => printed.err).toContain("Nothing answers at");
      writeIn(folder, at, (filesIn(folder)[at] ?? "").replace("1.1 Eins", "1.1 Uno"));
      door.open();
      await expect.poll(() => printed.err).toContain("In step again.");
      expect((await specOfTitle(terminal.client, "web", "Uno")).status).toBe("DONE");
      const good = filesIn(folder)[at] ?? "";
      writeFileSync(join(folder, at), Buffer.concat([Buffer.from(good), Buffer.from([0xff])]));
      await expect.poll(() => printed.err).toContain(`${at} is not UTF-8`);
      rmSync(join(folder, "openspec"), { recursive: true });
      await expect.poll(() => printed.err).toContain("holds nothing of");
      for (const [path, text] of Object.entries(start))
        writeIn(folder, path.replace("pay", "ship"), text.replace("Pay", "Ship"));
      writeIn(folder, at, good);
      await expect.poll(() => printed.err.match(/In step again\./g)).toHaveLength(2);
      expect(printed.out.match(/0 files written, 0 removed, 0 specs changed/g)).toBeNull();
    } finally {
      child.kill("SIGINT");
      await ended;
      await door.close();
    }
  });
});
