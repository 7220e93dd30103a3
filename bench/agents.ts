import { json } from "node:stream/consumers";

/** What each agent does with its own key, all at once. */
export interface Work {
  url: string;
  keys: readonly string[];
  /** Requests in turn of each agent; `{id}` stands for the claim that the request before answered. */
  steps: readonly (readonly Step[])[];
}

export interface Step {
  method: "POST" | "PATCH";
  path: string;
  body: object;
}

export interface Worked {
  requests: number;
  /** Times of the requests in milliseconds. */
  p50: number;
  p99: number;
  /** Claims by agent. */
  claims: string[][];
}

/** A process that reads `Work` and prints `Worked`. */
const { url, keys, steps } = (await json(process.stdin)) as Work;
const took: number[] = [];
const claims = await Promise.all(
  keys.map(async (key, agent) => {
    const taken: string[] = [];
    for (const { method, path, body } of steps[agent] ?? []) {
      const start = performance.now();
      const answer = await fetch(url + path.replace("{id}", taken.at(-1) ?? ""), {
        method,
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      const text = await answer.text();
      took.push(performance.now() - start);
      if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`);
      if (path === "/v1/claims") taken.push((JSON.parse(text) as { claim: { id: string } }).claim.id);
    }
    return taken;
  }),
);
took.sort((a, b) => a - b);
const at = (share: number) => took[Math.floor(took.length * share)] ?? Number.NaN;
const done: Worked = { requests: took.length, p50: at(0.5), p99: at(0.99), claims };
process.stdout.write(JSON.stringify(done));
