import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createClient } from "../client/src/index.ts";
import { getPlan, listPlans } from "../contract/src/index.ts";

let temporary: string;
beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), "groundplan-"));
});
afterEach(() => rmSync(temporary, { recursive: true }));

function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "dev.ts")], {
    env: { ...process.env, GROUNDPLAN_LOG_LEVEL: "error", ...env, TMPDIR: temporary },
  });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const printed = { out: "", error: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed.out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    printed.error += text;
  });
  const exited = once(child, "exit").then(([code]) => {
    process.off("exit", kill);
    return code;
  });
  return { child, printed, exited };
}

it("`npm run dev` serves example plans to two people and leaves nothing behind", async () => {
  const { child, printed, exited } = start({ PORT: "0" });
  await expect.poll(() => printed.out).toContain("Ctrl-C ends it");
  const [ada, grace] = [...printed.out.matchAll(/GROUNDPLAN_URL=(\S+) GROUNDPLAN_API_KEY=(\S+)/g)].map(
    ([, url = "", apiKey = ""]) => createClient({ url, apiKey }),
  );
  const params = { projectSlug: "web" };
  for (const person of [ada, grace]) {
    const listed = await person?.call(listPlans, { params });
    expect(listed?.plans.map(({ name }) => name).sort()).toEqual(["Next year", "Paying", "Shop"]);
  }
  const shared = await grace?.call(getPlan, { params: { ...params, planShortId: "PLAN-3" } });
  expect(shared?.plan).toMatchObject({ visibility: "PRIVATE", capability: "EDIT" });
  expect(readdirSync(temporary)).toHaveLength(1);

  child.kill("SIGINT");
  expect(await exited).toBe(0);
  expect(readdirSync(temporary)).toEqual([]);
  expect(printed.error).toBe("");
});

it("`npm run dev` on a port in use ends with the service's sentence", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const { printed, exited } = start({ PORT: String(port) });
  expect(await exited).toBe(1);
  expect(printed.error).toMatch(new RegExp(`^Port ${port} is in use\\. [^\n]+\n$`));
  expect(readdirSync(temporary)).toEqual([]);
  other.close();
});
