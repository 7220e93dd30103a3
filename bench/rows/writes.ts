import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { cache, run, startServer } from "../children.ts";
import type { Load, Loaded } from "../load.ts";
import { ratios } from "../measure.ts";
import { get, post } from "../requests.ts";
import type { Group, Row } from "../row.ts";
import { freshData, plan, removeFolder, type Settings, withService } from "../service.ts";
import { specText } from "../texts.ts";

const clients = 64;
const plain: Settings = {};
const each = { BENCH_WRITER: "each" };
const perRequest = "a transaction and a flush per request";

export const writes: Group = {
  name: "writes",
  about:
    "64 clients create specs of 2 KB, each on disk before it is answered, while another reads a plan every 2 ms; its times count from the scheduled time. A bare server gets the same reads at the same time: its time is the wait for a CPU. The same with a transaction and a flush per request, and both with each flush slowed by 2 ms, as on an ordinary disk (`bench/slow-flush.c`). Service and clients share all CPUs. Counting starts after 0.7 s, since starting processes take CPU from all others.",
  async measure(effort) {
    const slow = slowFlush();
    const flushes = [
      { name: "flush as the disk does it", least: 3.5, env: plain },
      ...(slow ? [{ name: "each flush slowed by 2 ms", least: 15, env: { LD_PRELOAD: slow } }] : []),
    ];
    const measured = flushes.map((flush) => ({ ...flush, ours: [] as Measured[], theirs: [] as Measured[] }));
    const alone: Measured[] = [];
    for (const { env, ours, theirs } of measured) {
      await withWritten(env, (oursLoad) =>
        withWritten({ ...env, ...each }, async (theirsLoad) => {
          for (const load of [oursLoad, theirsLoad]) await load(clients, effort.seconds(0.3));
          for (let round = 0; round < effort.rounds; round++) {
            ours.push(await oursLoad(clients, effort.seconds(2)));
            theirs.push(await theirsLoad(clients, effort.seconds(2)));
            if (env === plain) alone.push(await oursLoad(0, effort.seconds(1.5)));
          }
        }),
      );
    }

    const creates = measured.flatMap<Row>(({ name, least, ours, theirs }) => [
      {
        measure: `durable creates, ${clients} clients, ${name}`,
        against: perRequest,
        goal: { least },
        unit: "×",
        values: ratios(ours, theirs, ({ writesPerSecond }) => writesPerSecond),
      },
      { measure: "… absolute", unit: "/s", values: ours.map(({ writesPerSecond }) => writesPerSecond) },
    ]);
    const reads = measured.flatMap<Row>(({ name, ours, theirs }) => [
      {
        measure: `p99 of reads while ${clients} clients write, ${name}`,
        goal: { most: 5 },
        unit: "ms",
        values: ours.map(({ p99 }) => p99),
      },
      {
        measure: "… of a bare server at the same time",
        unit: "ms",
        values: ours.map(({ barePeak }) => barePeak),
      },
      { measure: `… with ${perRequest}`, unit: "ms", values: theirs.map(({ p99 }) => p99) },
    ]);
    const idle: Row = {
      measure: "… without writes",
      unit: "ms",
      values: alone.map(({ p99 }) => p99),
    };
    const missing: Row[] = slow
      ? []
      : [{ measure: "both with slowed flushes", unit: "×", values: [], missing: "needs a C compiler" }];
    return [...creates, ...reads, idle, ...missing];
  },
};

/** A load's figures. `barePeak` is the p99 of an idle bare server meanwhile, in milliseconds. */
type Measured = Loaded & { barePeak: number };
type Loader = (writers: number, seconds: number) => Promise<Measured>;

async function withWritten(env: Settings, use: (load: Loader) => Promise<void>): Promise<void> {
  const data = await freshData();
  const bare = await startServer("bare.ts", { BARE_SIZE: "600" });
  try {
    await withService(
      data,
      ({ port }) => {
        const read = get(plan, data.key);
        const write = post(`${plan}/specs`, data.key, { title: "A spec", content: specText(1) });
        // The reader is another process: otherwise it would wait for the writers' answers.
        const load: Loader = async (writers, seconds) => {
          const base = { port, read, write, seconds };
          const reader = { ...base, writers: 0, reads: true };
          const [{ writesPerSecond }, reading, bareReading] = await Promise.all([
            run<Loaded>("load.ts", { ...base, writers, reads: false } satisfies Load),
            run<Loaded>("load.ts", reader satisfies Load),
            run<Loaded>("load.ts", { ...reader, port: bare.port } satisfies Load),
          ]);
          return { ...reading, writesPerSecond, barePeak: bareReading.p99 };
        };
        return use(load);
      },
      { env },
    );
  } finally {
    await bare.stop();
    removeFolder(data.settings);
  }
}

/** Builds the library that slows flushes; null without a C compiler. */
function slowFlush(): string | null {
  const library = join(cache, "slow-flush.so");
  if (existsSync(library)) return library;
  mkdirSync(cache, { recursive: true });
  try {
    const source = join(import.meta.dirname, "..", "slow-flush.c");
    execFileSync("gcc", ["-shared", "-fPIC", "-O2", "-o", library, source, "-ldl"], { stdio: "ignore" });
    return library;
  } catch {
    return null;
  }
}
