import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";

/**
 * Asks a service for some seconds: `writers` clients that create specs as fast as they are answered, and one
 * reader that asks for a plan every two milliseconds, counted from when it should have asked. Prints one JSON
 * object.
 */
const { url, key, writers, seconds } = JSON.parse(process.argv[2] ?? "{}") as {
  url: string;
  key: string;
  writers: number;
  seconds: number;
};
const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
const content = `## Acceptance criteria\n\n${"1. It does what it says, and says what it does.\n".repeat(40)}`;
const plan = "/v1/projects/web/plans/PLAN-1";
const write = new Pool(url, { connections: Math.max(1, writers), pipelining: 1 });
const read = new Pool(url, { connections: 4, pipelining: 1 });
const until = performance.now() + seconds * 1000;
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();

let written = 0;
async function writer(): Promise<void> {
  while (performance.now() < until) {
    const answer = await write.request({
      path: `${plan}/specs`,
      method: "POST",
      headers,
      body: JSON.stringify({ title: "A spec", content }),
    });
    await answer.body.dump();
    if (answer.statusCode !== 201) throw new Error(`a write answered ${answer.statusCode}`);
    written++;
  }
}

const took: number[] = [];
async function reader(): Promise<void> {
  const open = new Set<Promise<void>>();
  for (let due = performance.now(); due < until; due += 2) {
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    const one = read
      .request({ path: plan, method: "GET", headers })
      .then(async (answer) => {
        await answer.body.dump();
        took.push(performance.now() - due);
      })
      .finally(() => open.delete(one));
    open.add(one);
  }
  await Promise.all(open);
}

await Promise.all([...Array.from({ length: writers }, writer), reader()]);
took.sort((a, b) => a - b);
const at = (share: number) => took[Math.floor(took.length * share)] ?? Number.NaN;
process.stdout.write(
  JSON.stringify({
    writes: written / seconds,
    p50: at(0.5),
    p99: at(0.99),
    max: at(0.9999),
    loadDelay: delay.percentile(99) / 1e6,
  }),
);
await Promise.all([write.close(), read.close()]);
