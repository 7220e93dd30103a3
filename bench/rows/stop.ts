import { setTimeout as sleep } from "node:timers/promises";
import { createPlan, getRun, startRun, stopRun } from "@groundplan/contract";
import { type Client, createClient } from "../../client/src/index.ts";
import { type ModelProvider, startModelProvider } from "../../server/test/model-provider.ts";
import type { Server } from "../children.ts";
import type { Effort } from "../measure.ts";
import { withPostgres } from "../postgres.ts";
import type { Group, Row } from "../row.ts";
import { type Data, emptyFolder, fill, freshData, removeFolder, withService } from "../service.ts";

const projectSlug = "web";
/** Calls that a process makes for a workspace at once. */
const together = 3;

export const stop: Group = {
  name: "stop",
  about: `From a request that stops a run of the planning agent until the provider has noticed that its socket is closed, ${together} runs at once, one stopped after the other, while each call writes a word every 50 ms: in the process that makes the call, and in another one on the same database. A call that follows fails the row.`,
  async measure(effort) {
    const data = await freshData();
    try {
      const rows = await measureOn(effort, data, "SQLite");
      const onPostgres = await withPostgres(async (url) => {
        const postgres = await fill(emptyFolder(url));
        try {
          return await measureOn(effort, postgres, "PostgreSQL");
        } finally {
          removeFolder(postgres.settings);
        }
      });
      return [...rows, ...onPostgres];
    } finally {
      removeFolder(data.settings);
    }
  },
};

async function measureOn({ rounds }: Effort, data: Data, database: string): Promise<Row[]> {
  const provider = await startModelProvider();
  provider.script = () => ({ text: "word ".repeat(100_000), wordMs: 50 });
  const env = {
    GROUNDPLAN_MODEL_KIND: "openai-compatible",
    GROUNDPLAN_MODEL_URL: provider.url,
    GROUNDPLAN_MODEL_NAME: "scripted",
    GROUNDPLAN_MODEL_MAX_OUTPUT: "4000",
  };
  try {
    const own: number[] = [];
    const other: number[] = [];
    for (let round = 0; round < rounds; round++)
      await withService(
        data,
        async (first) => {
          own.push(...(await stopEach(provider, data, first, await startAll(provider, data, first))));
          const runs = await startAll(provider, data, first);
          // Begun afterwards, so that none of the calls is its own.
          await withService(
            data,
            async (second) => other.push(...(await stopEach(provider, data, second, runs))),
            {
              env,
            },
          );
        },
        { env },
      );
    const measure = `a stopped run closes the provider's socket, on ${database},`;
    return [
      { measure: `${measure} in the same process`, goal: { most: 100 }, unit: "ms", values: own },
      { measure: `${measure} from another process`, goal: { most: 1000 }, unit: "ms", values: other },
    ];
  } finally {
    await provider.close();
  }
}

interface Started {
  params: { projectSlug: string; planShortId: string; runId: string };
  /** The place of its call among the provider's requests. */
  request: number;
}

const clientOf = ({ key }: Data, { url }: Server): Client => createClient({ url, apiKey: key });

/** Starts runs, one after the other, and waits until each makes its call. */
async function startAll(provider: ModelProvider, data: Data, service: Server): Promise<Started[]> {
  const client = clientOf(data, service);
  const runs: Started[] = [];
  for (let n = 0; n < together; n++) {
    const before = provider.requests.length;
    const { plan } = await client.call(createPlan, { params: { projectSlug }, body: { name: `Plan ${n}` } });
    const params = { projectSlug, planShortId: plan.shortId };
    const { run } = await client.call(startRun, { params, body: { task: "draft", prompt: "" } });
    while (provider.requests.length === before) await sleep(10);
    runs.push({ params: { ...params, runId: run.id }, request: before });
  }
  return runs;
}

/** Stops runs one after the other. Returns the milliseconds until each socket was closed. */
async function stopEach(
  provider: ModelProvider,
  data: Data,
  at: Server,
  runs: readonly Started[],
): Promise<number[]> {
  const client = clientOf(data, at);
  const calls = provider.requests.length;
  const took: number[] = [];
  for (const { params, request } of runs) {
    const begun = performance.now();
    const closed = provider.requests[request]?.closed.then(() => performance.now() - begun);
    await client.call(stopRun, { params });
    took.push((await closed) ?? Number.NaN);
  }
  await sleep(1000);
  for (const { params } of runs) {
    const { run } = await client.call(getRun, { params });
    if (run.state !== "stopped") throw new Error(`a stopped run is ${run.state}`);
  }
  if (provider.requests.length !== calls) throw new Error("a call followed a stop");
  return took;
}
