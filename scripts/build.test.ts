import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { built } from "./build/built.js";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");
const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);

const threads = [
  ...["server/src/sqlite-writer-thread.ts", "server/src/sqlite-reader-thread.ts"],
  ...["server/src/modules/sign-in/passwords/argon2-thread.ts", "server/src/tokens/tokens-thread.ts"],
  "server/src/extract/extract-program.ts",
];

/** A clone with the same packages and nearly empty threads, for tests that change sources. */
let clone: string;
beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), "groundplan-"));
  const parts = [
    "tsconfig.json",
    "cli/package.json",
    "cli/bin",
    "cli/src",
    "client/src",
    "contract/package.json",
    "contract/src",
  ];
  for (const part of [...parts, "console", "server/src", "scripts/build", "scripts/build.js"])
    cpSync(join(root, part), join(clone, part), { recursive: true, preserveTimestamps: true });
  // Copying a single file changes its time, and another lock file would rebuild the console.
  for (const same of ["node_modules", "cli/node_modules", "package-lock.json"])
    symlinkSync(join(root, same), join(clone, same));
  // When a build runs does not depend on its size.
  for (const entry of ["server/src/start.ts", ...threads]) writeFileSync(join(clone, entry), "export {};\n");
});
afterAll(() => rmSync(clone, { recursive: true }));

const help = async () =>
  (await run(process.execPath, [join(clone, "cli/bin/groundplan.js"), "--help"])).stdout;
const builds = () => readdirSync(join(clone, "cli/dist"));

it("A clone rebuilds the command when its sources have changed, also for several starts at once, and only then", async () => {
  expect(await help()).toContain("Plans for people");
  const [first = ""] = builds();
  const { ctimeMs } = statSync(join(clone, "cli/dist", first, "main.cjs"));
  await help();
  expect(statSync(join(clone, "cli/dist", first, "main.cjs")).ctimeMs).toBe(ctimeMs);

  const file = join(clone, "cli/src/program.ts");
  writeFileSync(file, readFileSync(file, "utf8").replace("Plans for people", "Plans for everybody"));
  const said = await Promise.all([help(), help()]);
  for (const text of said) expect(text).toContain("Plans for everybody");
  // The older build stays, since a running service may still load parts of it.
  expect(builds()).toHaveLength(2);
  expect(builds()).toContain(first);

  await run(process.execPath, [join(clone, "scripts/build.js")]);
  expect(builds()).toHaveLength(1);
  expect(builds()).not.toContain(first);
});

it("The package lists every dependency of its files, in the versions that the service is tested with", async () => {
  const read = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));
  const { dependencies } = read("cli/package.json");
  const folder = built();
  const code = readdirSync(folder)
    .filter((file) => file.endsWith(".cjs"))
    .map((file) => readFileSync(join(folder, file), "utf8"));
  const required = code
    .flatMap((text) =>
      [...text.matchAll(/(?<![.`'"])\b(?:require|import)\([`"]([^`"]+)[`"]\)/g)].map(([, name = ""]) => name),
    )
    .filter((name) => !name.startsWith(".") && !isBuiltin(name) && !name.includes("$")); // `${…}` is text.
  expect([...new Set(required)].sort()).toEqual(Object.keys(dependencies).sort());
  const ofTheService = Object.entries(read("server/package.json").dependencies);
  for (const [name, version] of ofTheService)
    expect([name, dependencies[name] ?? version]).toEqual([name, version]);
});

it("A start that can't build ends with a sentence that says what to do", async () => {
  rmSync(join(clone, "cli/dist"), { recursive: true, force: true });
  writeFileSync(join(clone, "cli/dist"), "");
  // The failure comes on writing; until then the build need not be the whole service.
  writeFileSync(join(clone, "cli/src/main.ts"), "export {};\n");
  const { code, stdout, stderr } = await help().then(
    () => expect.unreachable(),
    (error) => error,
  );
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/^Groundplan can't be built of the sources in \S+\. Run `npm ci` there, [^\n]+\n$/);
});

it("A start loads no module that only some requests need", async () => {
  // The main thread prints its modules on exit; the writer's gets no exit event and prints them repeatedly.
  const tell = `
    const { isMainThread, threadId } = process.getBuiltinModule("worker_threads");
    const cache = process.getBuiltinModule("module")._cache;
    const say = () => process.getBuiltinModule("fs").writeSync(2,
      JSON.stringify({ threadId, loaded: [...process.moduleLoadList, ...Object.keys(cache)] }) + "\\n");
    if (isMainThread) process.once("exit", say); else setInterval(say, 100).unref();`;
  const folder = mkdtempSync(join(tmpdir(), "groundplan-"));
  const service = spawn(join(root, "cli/bin/groundplan.js"), ["serve"], {
    env: {
      PATH,
      PORT: "0",
      GROUNDPLAN_DATA_DIR: folder,
      GROUNDPLAN_LOG_LEVEL: "warn",
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(tell)}`,
    },
  });
  const told = new Map<number, string[]>();
  const lines = createInterface(service.stderr).on("line", (line) => {
    const { threadId, loaded } = JSON.parse(line) as { threadId: number; loaded: string[] };
    told.set(threadId, loaded);
  });
  try {
    const [said] = await once(service.stdout.setEncoding("utf8"), "data");
    const [, url = ""] = /serves on (\S+)\n/.exec(String(said)) ?? [];
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    await once(lines, "line");
  } finally {
    service.kill("SIGTERM");
    await once(service, "exit");
    rmSync(folder, { recursive: true });
  }
  expect(told.size).toBe(2);
  const loaded = [...told.values()].flat();
  const parts = loaded.map((path) =>
    /node_modules\/((?:@[^/]+\/)?[^/]+)|([^/]+)$/.exec(path)?.slice(1).join(""),
  );
  expect(parts).toEqual(expect.arrayContaining(["better-sqlite3", "start.cjs", "NativeModule http"]));
  const late = ["undici", "pg", "@octokit/core", "markdown-it", "NativeModule http2", "NativeModule https"];
  expect(
    parts.filter(
      (part) =>
        late.includes(String(part)) ||
        /^(tracker|read|client|open|postgres|extract-program|pdf|html)\d*\.cjs/.test(String(part)),
    ),
  ).toEqual([]);
});
