import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type FakeAnswer, groundplanHere, startFake } from "./testing.ts";

const here = process.cwd();
let fake: Awaited<ReturnType<typeof startFake>>;
let root: string;
beforeEach(async () => {
  fake = await startFake((): FakeAnswer => ({ status: 200, body: { plans: [] } }));
  root = mkdtempSync(join(tmpdir(), "groundplan-"));
  mkdirSync(join(root, "deep/er"), { recursive: true });
});
afterEach(async () => {
  process.chdir(here);
  rmSync(root, { recursive: true });
  await fake.close();
});

function listIn(content: unknown, env: Record<string, string> = {}, ...args: string[]) {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  writeFileSync(join(root, ".groundplan.json"), text);
  process.chdir(join(root, "deep/er"));
  return groundplanHere(["plan", "list", ...args], { GROUNDPLAN_API_KEY: "psk_test", ...env });
}

const asked = (project: string) => [`GET /v1/projects/${project}/plans?limit=200`];

it("takes address and project from .groundplan.json of a parent folder", async () => {
  const { code, stderr } = await listIn({ url: `${fake.env.GROUNDPLAN_URL}/`, project: "web" });
  expect({ code, stderr, seen: fake.seen }).toEqual({ code: 0, stderr: "", seen: asked("web") });
});

it("signs in at no other machine that only a file of the folder names", async () => {
  writeFileSync(join(root, ".groundplan.json"), JSON.stringify({ url: "http://192.0.2.2:46111" }));
  process.chdir(root);
  const { code, stderr } = await groundplanHere(["login"], {});
  expect(code).toBe(2);
  expect(stderr).toContain("set GROUNDPLAN_URL=http://192.0.2.2:46111 to sign in there");
});

it("sends a key from the environment to no address of an earlier login", async () => {
  const folder = join(root, "config/groundplan");
  mkdirSync(folder, { recursive: true });
  const newest = fake.env.GROUNDPLAN_URL ?? "";
  writeFileSync(join(folder, "login.json"), JSON.stringify({ newest, services: {} }), { mode: 0o600 });
  process.chdir(root);
  const env = { GROUNDPLAN_API_KEY: "psk_test", XDG_CONFIG_HOME: join(root, "config") };
  await groundplanHere(["plan", "list", "--project", "web"], env);
  expect(fake.seen).toEqual([]);
});

it("gives the environment precedence over the file, and --project over both", async () => {
  const file = { url: "http://127.0.0.1:9", project: "web" };
  const env = { ...fake.env, GROUNDPLAN_PROJECT: "api" };
  await listIn(file, env);
  await listIn(file, env, "--project", "shop");
  expect(fake.seen).toEqual([...asked("api"), ...asked("shop")]);
});

it("sends the key to no other machine that only the file names", async () => {
  const elsewhere = { url: "https://plans.example.com", project: "web" };
  const { code, stdout, stderr } = await listIn(elsewhere, { GROUNDPLAN_URL: "" });
  expect({ code, stdout }).toEqual({ code: 4, stdout: "" });
  expect(stderr).toMatch(
    /\.groundplan\.json names https:\/\/plans\.example\.com, where GROUNDPLAN_API_KEY would go\. [^\n]+ set GROUNDPLAN_URL=/,
  );
  // A name that only begins like this machine's is another one.
  const alike = { url: "http://localhost.example.com:4500", project: "web" };
  expect((await listIn(alike, { GROUNDPLAN_URL: "" })).code).toBe(4);
});

it("asks for a project if nothing names one, which is a usage error", async () => {
  const { code, stdout, stderr } = await listIn({}, fake.env);
  expect({ code, stdout, seen: fake.seen }).toEqual({ code: 2, stdout: "", seen: [] });
  expect(stderr).toMatch(/^Say which project: with --project, GROUNDPLAN_PROJECT or \.groundplan\.json\. /);
});

it.each([[{ apiKey: "x" }], [{ login: "psk_abc" }]])(
  "says that %j contains a key, and reads none",
  async (secret) => {
    const { code, stderr } = await listIn(
      { project: "web", ...secret },
      { ...fake.env, GROUNDPLAN_API_KEY: "" },
    );
    expect(code).toBe(4);
    expect(stderr).toMatch(/\.groundplan\.json holds a key\. [^\n]+\nGROUNDPLAN_API_KEY is not set\./);
  },
);

it.each(["{", "[]x", "null", '{"project": 1}', '{"url": []}'])(
  "describes the expected content of a file with %s",
  async (text) => {
    const { code, stdout, stderr } = await listIn(text, fake.env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/\.groundplan\.json can't be read\. It is to hold [^\n]+\n$/);
  },
);
