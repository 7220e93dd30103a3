import { setTimeout as sleep } from "node:timers/promises";
import type { LogEntry } from "@groundplan/tracker-stand-ins";
import { resident, residentPeak } from "../../server/test/resident.ts";
import { chain } from "../chain.ts";
import { cpus, run } from "../children.ts";
import { ratios } from "../measure.ts";
import type { Replay } from "../replay.ts";
import type { Group, Row } from "../row.ts";
import { copyOf, type Data, plan as planPath, removeFolder, withService } from "../service.ts";
import { jira, type Kind, linear, type StandIn, startStandIn } from "../stand-in.ts";

const specs = 1_000;
const manySpecs = 10_000;
const rounds = 2;

export const push: Group = {
  name: "push",
  about: `A plan of ${specs} specs of 2 KB with as many dependencies is pushed to a tracker stand-in in a separate process, without rate limits; then a bare client sends the same requests to a fresh one, with the same concurrency. Both start cold; the worse of two rounds counts. Memory: the peak resident memory of the service during a push of ${manySpecs} specs with as many dependencies, above that at rest, on any CPU (Linux only).`,
  async measure() {
    const plan = await chain(specs);
    return [
      ...(await speed(plan, linear)),
      ...(await speed(plan, jira)),
      await memory(await chain(manySpecs), linear),
    ];
  },
};

const n = (count: number) => count.toLocaleString("en-US");

async function speed(plan: Data, kind: Kind): Promise<Row[]> {
  const pushed: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const { seconds, log, standIn } = await pushOnce(plan, kind, cpus);
    pushed.push(seconds);
    bare.push(await replay(kind, log, standIn));
  }
  return [
    {
      measure: `push of ${n(specs)} specs and ${n(specs)} dependencies to ${kind.name}`,
      against: "the same calls by a bare client",
      goal: { most: 3 },
      unit: "×",
      values: ratios(pushed, bare, (seconds) => seconds),
    },
    { measure: "… absolute", unit: "s", values: pushed },
  ];
}

async function memory(plan: Data, kind: Kind): Promise<Row> {
  const { megabytes } = await pushOnce(plan, kind, {});
  return {
    measure: `memory of a push of ${n(manySpecs)} specs, above rest`,
    goal: { most: 150 },
    unit: "MB",
    values: megabytes === null ? [] : [megabytes],
  };
}

interface Ended {
  status: string;
  message: string;
}

interface Pushed {
  seconds: number;
  /** The peak in MB above the memory before the push. */
  megabytes: number | null;
  /** The stand-in's calls and initial values. */
  log: LogEntry[];
  standIn: StandIn["info"];
}

async function pushOnce(plan: Data, kind: Kind, on: typeof cpus): Promise<Pushed> {
  const data = copyOf(plan);
  const standIn = await startStandIn(kind, on.asking);
  try {
    const use = { env: kind.env(standIn), cpu: on.server };
    return await withService(
      data,
      async ({ url, pid }) => {
        const send = asker(url, data.key);
        await send("POST", `/v1/connectors/${kind.connector}/connect`, kind.connect(standIn.info));
        const tracker = { provider: kind.provider, target: kind.target(standIn.info) };
        await send("PUT", "/v1/projects/web/tracker", tracker);
        const before = (await standIn.log()).length;
        const rest = resident(pid);
        const from = performance.now();
        await send("POST", `${planPath}/push`, {});
        const last = async () => (await send<{ pushes: Ended[] }>("GET", `${planPath}/pushes`)).pushes[0];
        let end = await last();
        // Polls rarely: the service counts the steps for each poll.
        for (; end?.status === "running"; end = await last()) await sleep(200);
        if (end?.status !== "pushed") throw new Error(`a push ended: ${end?.message}`);
        const seconds = (performance.now() - from) / 1000;
        const peak = residentPeak(pid);
        const megabytes = peak === null || rest === null ? null : peak - rest;
        return { seconds, megabytes, log: (await standIn.log()).slice(before), standIn: standIn.info };
      },
      use,
    );
  } finally {
    await standIn.stop();
    removeFolder(data.settings);
  }
}

/** Returns the seconds that a bare client needs for the same answers from a fresh stand-in. */
async function replay(kind: Kind, log: LogEntry[], before: StandIn["info"]): Promise<number> {
  const standIn = await startStandIn(kind, cpus.asking);
  // A fresh Linear has another team.
  const afresh = (text: string) =>
    before.teamId === undefined ? text : text.replaceAll(before.teamId, standIn.info.teamId ?? "");
  const lists: Replay["lists"] = [];
  for (const entry of log) {
    const { method, path, body } = entry;
    const atOnce = kind.atOnce(entry);
    const request = { method, path, body: body === undefined ? null : afresh(JSON.stringify(body)) };
    const last = lists.at(-1);
    if (last?.atOnce === atOnce) last.requests.push(request);
    else lists.push({ atOnce, requests: [request] });
  }
  const headers = { authorization: kind.authorization(standIn.info), "content-type": "application/json" };
  try {
    return await run<number>("replay.ts", { url: standIn.url, headers, lists }, cpus.server);
  } finally {
    await standIn.stop();
  }
}

const asker =
  (url: string, key: string) =>
  async <T>(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<T> => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`);
    return JSON.parse(text) as T;
  };
