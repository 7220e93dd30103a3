import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { adminCreateKey, adminCreateUser } from "../server/src/admin/index.ts";

const root = join(import.meta.dirname, "..");
const cache = join(root, ".cache");
const rounds = 3;
const seconds = 4;

interface Figures {
  writes: number;
  p50: number;
  p99: number;
}

/** Prints ratios that were measured side by side, in turns, in one run, and writes them to docs/performance.md. */
const slow = slowFlush();
const cases: { name: string; env: Record<string, string>; writers: number }[] = [
  { name: "reads alone", env: {}, writers: 0 },
  { name: "64 writers", env: {}, writers: 64 },
  { name: "64 writers, a flush per request", env: { BENCH_WRITER: "each" }, writers: 64 },
];
const settings = [
  { flush: "as the disk is", env: {} },
  ...(slow ? [{ flush: "slowed by 2 ms", env: { LD_PRELOAD: slow } }] : []),
];

const measured = new Map<string, Figures[]>();
for (let round = 0; round < rounds; round++) {
  for (const setting of settings) {
    for (const { name, env, writers } of cases) {
      const figures = await measure({ ...env, ...setting.env }, writers);
      const key = `${setting.flush}|${name}`;
      measured.set(key, [...(measured.get(key) ?? []), figures]);
      process.stderr.write(
        `round ${round + 1}, flush ${setting.flush}, ${name}: ${JSON.stringify(figures)}\n`,
      );
    }
  }
}

const lines = settings.flatMap(({ flush }) => {
  const of = (name: string) => measured.get(`${flush}|${name}`) ?? [];
  const [alone, grouped, each] = cases.map(({ name }) => of(name));
  return [
    row(`p99 of reads while 64 clients write, flush ${flush}`, "5 ms", spread(grouped, "p99", " ms")),
    row("… the same with a flush per request on the answering thread", "", spread(each, "p99", " ms")),
    row("… and of reads alone", "", spread(alone, "p99", " ms")),
    row(
      `durable creates of 64 clients, flush ${flush}, against a flush per request`,
      flush === "as the disk is" ? "2.5 ×" : "15 ×",
      ratios(grouped, each),
    ),
  ];
});
const table = ["| measure | goal | min – median – max |", "|---|---|---|", ...lines].join("\n");
const page = `# Performance

Ratios and latencies measured side by side, in turns, in one run of \`npm run bench\` (${rounds} rounds of ${seconds} s each, on
${availableParallelism()} cores shared by the service and the load). Quote the ratios; absolute figures are the machine's.
${slow ? "" : "\nThe rows with a slowed flush are missing: they need a C compiler (`gcc`).\n"}
${table}

The reader asks for one plan every 2 ms over HTTP, with credential, rate limit, access and log line on; its times
count from when it should have asked. Writers create specs of 2 KB, each on disk before it is answered.
`;
writeFileSync(join(root, "docs", "performance.md"), page);
process.stdout.write(`${table}\n`);

function row(...cells: string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function spread(figures: Figures[] | undefined, key: keyof Figures, unit: string): string {
  const values = (figures ?? []).map((figure) => figure[key]).toSorted((a, b) => a - b);
  return [values[0], values[values.length >> 1], values.at(-1)]
    .map((value) => `${value?.toFixed(1)}${unit}`)
    .join(" – ");
}

function ratios(of: Figures[] | undefined, against: Figures[] | undefined): string {
  const values = (of ?? [])
    .map((figure, at) => figure.writes / (against?.[at]?.writes ?? 1))
    .toSorted((a, b) => a - b);
  return [values[0], values[values.length >> 1], values.at(-1)]
    .map((value) => `${value?.toFixed(1)} ×`)
    .join(" – ");
}

/** The library that slows flushes; null without a C compiler. */
function slowFlush(): string | null {
  const library = join(cache, "slow-flush.so");
  if (existsSync(library)) return library;
  mkdirSync(cache, { recursive: true });
  try {
    const source = join(import.meta.dirname, "slow-flush.c");
    execFileSync("gcc", ["-shared", "-fPIC", "-O2", "-o", library, source, "-ldl"], { stdio: "ignore" });
    return library;
  } catch {
    return null;
  }
}

async function measure(env: Record<string, string>, writers: number): Promise<Figures> {
  const dataDir = mkdtempSync(join(tmpdir(), "groundplan-bench-"));
  const settings = {
    GROUNDPLAN_DATA_DIR: dataDir,
    GROUNDPLAN_RATE_LIMIT: "1000000000",
    DATABASE_URL: "",
    PORT: "0",
  };
  const email = "bench@acme.example";
  await adminCreateUser(settings, {
    email,
    name: "B",
    workspace: "acme",
    role: "OWNER",
    createWorkspace: true,
    platformAdmin: false,
  });
  const { secret: key } = await adminCreateKey(settings, {
    email,
    workspace: "acme",
    scope: "write",
    name: "bench",
  });
  const service = spawn(process.execPath, [join(import.meta.dirname, "server.ts")], {
    env: { ...process.env, ...settings, ...env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(service, "exit");
  try {
    const [line] = await once(service.stdout.setEncoding("utf8"), "data");
    const url = String(/on (\S+)/.exec(String(line))?.[1]).replace("localhost", "127.0.0.1");
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    await fetch(`${url}/v1/projects`, { method: "POST", headers, body: '{"name":"Web"}' });
    await fetch(`${url}/v1/projects/web/plans`, { method: "POST", headers, body: '{"name":"Plan"}' });
    await load({ url, key, writers, seconds: 1 });
    return await load({ url, key, writers, seconds });
  } finally {
    service.kill();
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function load(work: { url: string; key: string; writers: number; seconds: number }): Promise<Figures> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "load.ts"), JSON.stringify(work)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    said += chunk;
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`the load ended with ${code}`);
  return JSON.parse(said);
}
