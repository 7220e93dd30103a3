import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");
/** Folders outside the clone, so that its `node_modules` is not found. */
let temporary: string;
let tarballs: string;

beforeAll(async () => {
  temporary = mkdtempSync(join(tmpdir(), "groundplan-"));
  tarballs = newFolder("tarballs");
  const packages = ["groundplan", "@groundplan/client"].flatMap((name) => ["-w", name]);
  await run("npm", ["pack", ...packages, "--pack-destination", tarballs], { cwd: root });
}, 60_000);
afterAll(() => rmSync(temporary, { recursive: true }));

function newFolder(name: string): string {
  const folder = join(temporary, name);
  mkdirSync(folder);
  return folder;
}

async function install(name: string, start: string, ...packages: string[]): Promise<string> {
  const folder = newFolder(name);
  writeFileSync(join(folder, "package.json"), '{"private": true, "type": "module"}');
  const tarball = readdirSync(tarballs).find((file) => file.startsWith(start)) ?? "";
  const scripts = packages.length > 0 ? [] : ["--ignore-scripts"]; // The `node` package installs its program with a script.
  const flags = ["--prefer-offline", "--no-audit", "--no-fund", ...scripts];
  await run("npm", ["install", ...flags, join(tarballs, tarball), ...packages], { cwd: folder });
  return folder;
}

async function useGroundplan(folder: string, node = process.execPath): Promise<void> {
  const PATH = [dirname(node), process.env.PATH].join(delimiter);
  const env = { PATH, HOME: folder, XDG_DATA_HOME: join(folder, "shared"), GROUNDPLAN_LOG_LEVEL: "warn" };
  const bin = join(folder, "node_modules/.bin/groundplan");
  const service = spawn(bin, ["serve"], { cwd: folder, env: { ...env, PORT: "0" } });
  const ended = once(service, "exit");
  try {
    const [said] = await once(service.stdout.setEncoding("utf8"), "data");
    const url = /serves on (\S+)\n/.exec(String(said))?.[1] ?? "";
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const page = await (await fetch(`${url}/`, { headers: { accept: "text/html" } })).text();
    const script = await fetch(`${url}${/src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1]}`);
    expect([script.status, script.headers.get("content-encoding")]).toEqual([200, "gzip"]);
    const admin = async (...args: string[]) => {
      const who = ["--email", "ada@example.com", "--workspace", "acme", "--name", "Ada", "--json"];
      return JSON.parse((await run(bin, ["admin", ...args, ...who], { cwd: folder, env })).stdout);
    };
    await admin("user", "create", "--role", "OWNER", "--create-workspace");
    const { secret } = await admin("key", "create", "--scope", "write");
    const client = { ...env, GROUNDPLAN_URL: url, GROUNDPLAN_API_KEY: secret };
    const made = await run(bin, ["project", "create", "Web", "--json"], { cwd: folder, env: client });
    expect(JSON.parse(made.stdout).project.slug).toBe("web");
    await readDocument(url, secret);
    service.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  } finally {
    service.kill("SIGKILL");
  }
}

/** Uploads a PDF, whose reading process must find everything in the installed package. */
async function readDocument(url: string, secret: string): Promise<void> {
  const headers = { authorization: `Bearer ${secret}` };
  const body = new FormData();
  body.append("file", new File([readFileSync(join(root, "server/test/corpus/berths.pdf"))], "berths.pdf"));
  const uploaded = await fetch(`${url}/v1/context/upload`, { method: "POST", headers, body });
  const { sources } = (await uploaded.json()) as { sources: { id: string }[] };
  const read = async () => {
    const answer = await fetch(`${url}/v1/context/${sources[0]?.id}`, { headers });
    return ((await answer.json()) as { source: { text: string | null } }).source.text;
  };
  await expect.poll(read).toMatch(/^<!-- page 1 -->\n\n# Berth booking\n/);
}

it("The package groundplan, installed from its tarball into an empty folder, serves and runs commands", async () => {
  const folder = await install("groundplan", "groundplan-0");
  const { dependencies } = JSON.parse(
    readFileSync(join(folder, "node_modules/groundplan/package.json"), "utf8"),
  );
  expect(Object.keys(dependencies).filter((name) => name.startsWith("@groundplan/"))).toEqual([]);
  const versions = Object.values(dependencies);
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([]);
  await useGroundplan(folder);
}, 60_000);

describe("The package @groundplan/client, installed from its tarball into an empty folder,", () => {
  const consumer = `
import { ApiError, ConnectionError, createClient, listPlans, type PlanStatus } from "@groundplan/client";
const client = createClient({ url: "http://127.0.0.1:9", apiKey: "psk_x", firstWait: 1 });
const listed = client.call(listPlans, { params: { projectSlug: "web" } });
const states: Promise<PlanStatus[]> = listed.then(({ plans }) => plans.map(({ status }) => status));
// @ts-expect-error The request needs its project.
export const wrongRequest = () => client.call(listPlans, {});
// @ts-expect-error A reply has types of its own.
export const wrongReply: Promise<number> = states;
await states.catch((error: unknown) => {
  console.log(error instanceof ConnectionError && !(error instanceof ApiError));
});
`;
  let folder: string;
  beforeAll(async () => {
    folder = await install("client", "groundplan-client-0");
    writeFileSync(join(folder, "use.ts"), consumer);
  }, 60_000);

  // The compiler takes seconds each time; a bundler is laxer than Node.
  const resolutions = [
    ["Node", ["--module", "nodenext"]],
    ["a bundler", ["--module", "esnext", "--moduleResolution", "bundler"]],
  ] as const;
  it.each(process.env.LONG ? resolutions : resolutions.slice(0, 1))(
    "has types as %s resolves them",
    async (_who, resolution) => {
      const strict = ["--strict", "--noEmit", "--target", "esnext", "--lib", "esnext,dom", "--types", ""];
      await run(join(root, "node_modules/.bin/tsc"), [...strict, ...resolution, "use.ts"], { cwd: folder });
    },
  );

  it("runs on Node", async () => {
    const { stdout } = await run(process.execPath, ["use.ts"], { cwd: folder });
    expect(stdout).toBe("true\n");
  });

  it("is bundled into one file that runs without the package", async () => {
    const { rolldown } = await import("rolldown");
    const bundle = await rolldown({ cwd: folder, input: "use.ts" });
    await bundle.write({ file: join(folder, "bundled.js") });
    await bundle.close();
    rmSync(join(folder, "node_modules"), { recursive: true });
    const { stdout } = await run(process.execPath, ["bundled.js"], { cwd: folder });
    expect(stdout).toBe("true\n");
  });
});

it.runIf(process.env.LONG)(
  "The package groundplan runs on Node 24 and 26",
  { timeout: 240_000 },
  async () => {
    for (const version of ["24", "26"]) {
      const folder = await install(`node-${version}`, "groundplan-0", `node@${version}`);
      const node = join(folder, "node_modules/node/bin/node");
      expect((await run(node, ["--version"])).stdout).toMatch(new RegExp(`^v${version}\\.`));
      await useGroundplan(folder, node);
    }
  },
);
