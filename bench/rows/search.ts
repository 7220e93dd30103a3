import { join } from "node:path";
import { ask, cpus, run, type Server } from "../children.ts";
import { planPath } from "../data-rows.ts";
import type { Asked, Latency } from "../latency.ts";
import { type Effort, inTurns, ratios } from "../measure.ts";
import { withPostgres } from "../postgres.ts";
import { get, post } from "../requests.ts";
import type { Group, Row } from "../row.ts";
import { inPostgres, keyOfFew, searchData, wordOf } from "../search-data.ts";
import { copyOf, type Data, removeFolder, withService } from "../service.ts";
import { specText } from "../texts.ts";
import { allDifferent } from "./against-bare.ts";

export const search: Group = {
  name: "search",
  about:
    "Sequential searches over 100,000 specs for words in 5,000 of them, against lists of 50 specs in the same run; then by a user who can read one plan in a hundred, and for a word in 50 specs together with one in all. Then creates of a spec of 2 KB, 8 at once, against a service without indexing (`bench/no-index.ts`), by CPU of all its threads. Last, sequential searches for two words among 20,000 specs: frequent ones, a frequent with a rare one, and each with a word in all specs.",
  async measure(effort) {
    const [many, few] = [await searchData(100_000), await searchData(20_000)];
    return [
      ...(await withService(many, (service) => latencies(effort, service, many, "SQLite", 12))),
      await creates(effort, many),
      ...(await onPostgres(many, (service, data) => latencies(effort, service, data, "PostgreSQL", 20))),
      await withService(few, (service) => twoWords(effort, service, few, "SQLite")),
      await onPostgres(few, (service, data) => twoWords(effort, service, data, "PostgreSQL")),
    ];
  },
};

const onPostgres = <T>(data: Data, measured: (service: Server, data: Data) => Promise<T>): Promise<T> =>
  withPostgres(async (url) => {
    const copy = await inPostgres(data, url);
    try {
      return await withService(copy, (service) => measured(service, copy));
    } finally {
      removeFolder(copy.settings);
    }
  });

const pairs: readonly ((at: number) => [string, string])[] = [
  (at) => [wordOf("often", at), wordOf("often", at + 7)],
  (at) => [wordOf("often", at), wordOf("some", at + 7)],
  (at) => [wordOf("often", at), wordOf("rare", at)],
  (at) => ["the", wordOf("often", at)],
  (at) => ["the", wordOf("rare", at)],
];

async function twoWords(effort: Effort, service: Server, { key }: Data, database: string): Promise<Row> {
  const requests = pairs.flatMap((pair) =>
    Array.from({ length: 10 }, (_, at) => get(`/v1/search?q=${pair(at).join("%20")}`, key)),
  );
  const measured = await inTurns(effort, 4, {
    words: (seconds) =>
      run<Latency>("latency.ts", { port: service.port, requests, seconds } satisfies Asked, cpus.asking),
  });
  return {
    measure: `search for two words among 20,000 specs, ${database}, p99`,
    goal: { most: 50 },
    unit: "ms",
    values: measured.words.map(({ p99 }) => p99),
  };
}

async function latencies(
  effort: Effort,
  service: Server,
  data: Data,
  database: string,
  most: number,
): Promise<Row[]> {
  const few = await keyOfFew(data.settings);
  const searches = (key: string, wordsAt = (at: number) => wordOf("often", at)) =>
    Array.from({ length: 20 }, (_, at) => get(`/v1/search?q=${wordsAt(at)}`, key));
  const asking = (requests: string[]) => (seconds: number) =>
    run<Latency>("latency.ts", { port: service.port, requests, seconds } satisfies Asked, cpus.asking);
  const { all, some, two, list } = await inTurns(effort, 4, {
    list: asking(allDifferent(`${planPath(100)}/specs?limit=50`, data.key)),
    all: asking(searches(data.key)),
    some: asking(searches(few)),
    two: asking(searches(data.key, (at) => `the%20${wordOf("rare", at)}`)),
  });
  const p99 = ({ p99 }: Latency) => p99;
  const p50 = ({ p50 }: Latency) => p50;
  return [
    {
      measure: `search among 100,000 specs, ${database}, p99`,
      against: "a list of 50, p99",
      goal: { most },
      unit: "×",
      values: ratios(all, list, p99),
    },
    { measure: "… absolute", unit: "ms", values: all.map(p99) },
    {
      measure: "… median",
      against: "a list of 50, median",
      unit: "×",
      values: ratios(all, list, p50),
    },
    {
      measure: "… by a user who can read one plan in a hundred, median",
      against: "by a user who can read all",
      goal: { most: 1.3 },
      unit: "×",
      values: ratios(some, all, p50),
    },
    {
      measure: "… for a rare word with one in all specs, median",
      against: "for a word in 5,000 specs",
      goal: { most: 1.2 },
      unit: "×",
      values: ratios(two, all, p50),
    },
  ];
}

/** Compares creates with those of a service without indexing. */
async function creates(effort: Effort, kept: Data): Promise<Row> {
  const [on, off] = [copyOf(kept), copyOf(kept)];
  try {
    const { indexed, plain } = await withService(on, (one) =>
      withService(
        off,
        async (other) => {
          const arms = { indexed: creating(one, on), plain: creating(other, off) };
          const measured = await inTurns(effort, 2, arms);
          if (!(await finds(one, on)) || (await finds(other, off)))
            throw new Error("the switch did not work");
          return measured;
        },
        { env: { NODE_OPTIONS: `--import=${join(import.meta.dirname, "../no-index.ts")}` } },
      ),
    );
    return {
      measure: "create of a spec among 100,000, with its words indexed, SQLite",
      against: "the same without an index",
      goal: { most: 1.6 },
      unit: "×",
      values: ratios(indexed, plain, ({ cpu }) => cpu),
    };
  } finally {
    for (const { settings } of [on, off]) removeFolder(settings);
  }
}

const created = "Created just now";

async function finds(service: Server, { key }: Data): Promise<boolean> {
  const address = `${service.url}/v1/search?q=${encodeURIComponent(created)}`;
  const answer = await fetch(address, { headers: { authorization: `Bearer ${key}` } });
  return ((await answer.json()) as { results: unknown[] }).results.length > 0;
}

function creating(service: Server, { key }: Data) {
  const requests = Array.from({ length: 200 }, (_, at) =>
    post(`${planPath(100 * (at % 20) + 1)}/specs`, key, { title: created, content: specText(at) }),
  );
  return (seconds: number) =>
    ask(service, { requests, connections: 8, expect: 201, until: { seconds } }, cpus.asking);
}
