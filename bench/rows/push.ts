import { setTimeout as sleep } from "node:timers/promises";
import type { LogEntry } from "../../server/test/github/faults.ts";
import { cpus, run } from "../children.ts";
import { type Effort, ratios } from "../measure.ts";
import type { Replay } from "../replay.ts";
import { resident, residentPeak } from "../resident.ts";
import type { Group, Row } from "../row.ts";
import { copyOf, type Data, emptyFolder, removeFolder, withPerson, withService } from "../service.ts";
import { jira, type Kind, linear, type StandIn, startStandIn } from "../stand-in.ts";
import { specText } from "../texts.ts";

const specs = 1_000;
const manySpecs = 10_000;
const perBatch = 500;
const planPath = "/v1/projects/web/plans/PLAN-1";

export const push: Group = {
  name: "push",
  about: `A plan of ${specs} specs of 2 KB with as many dependencies goes to a stand-in of a tracker, without limits and in a process of its own; then a bare client sends the same requests to a fresh one, as many at once as the service did. Both begin cold. Memory: the most that the service had resident in a push of ${manySpecs} specs with as many dependencies, above what it had at rest (Linux only).`,
  async measure(effort) {
    const [plan, large] = [await planOf(specs), await planOf(manySpecs)];
    try {
      return [
        ...(await speed(effort, plan, linear)),
        ...(await speed(effort, plan, jira)),
        await memory(large, linear),
      ];
    } finally {
      for (const { settings } of [plan, large]) removeFolder(settings);
    }
  },
};

const n = (count: number) => count.toLocaleString("en-US");

async function speed(effort: Effort, plan: Data, kind: Kind): Promise<Row[]> {
  const pushed: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < effort.rounds; round++) {
    const { seconds, log, standIn } = await pushOnce(plan, kind);
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
    { measure: "… that is", unit: "s", values: pushed },
  ];
}

async function memory(plan: Data, kind: Kind): Promise<Row> {
  const { megabytes } = await pushOnce(plan, kind);
  return {
    measure: `memory of a push of ${n(manySpecs)} specs, above rest`,
    goal: { most: 150 },
    unit: "MB",
    values: megabytes === null ? [] : [megabytes],
  };
}

/** A project with one plan whose specs need the one before. */
async function planOf(count: number): Promise<Data> {
  const data = await withPerson(emptyFolder());
  await withService(data, async ({ url }) => {
    const send = asker(url, data.key);
    await send("POST", "/v1/projects", { name: "Web" });
    await send("POST", "/v1/projects/web/plans", { name: "Sign in with a key" });
    for (let first = 1; first <= count; first += perBatch) {
      const numbers = Array.from({ length: perBatch }, (_, at) => first + at);
      const batch = numbers.map((number) => ({
        ref: `SPEC-${number}`,
        title: `Spec ${number}`,
        content: specText(number),
        effort: (number % 5) + 1,
        needsFirst: [`SPEC-${number - 1}`, ...(number === 3 ? ["SPEC-1"] : [])].slice(number === 1 ? 1 : 0),
      }));
      await send("POST", `${planPath}/specs/batch`, { specs: batch });
    }
  });
  return data;
}

interface Pushed {
  seconds: number;
  /** The most above what it was before. */
  megabytes: number | null;
  /** What the stand-in was asked, and how it calls itself. */
  log: LogEntry[];
  standIn: StandIn["told"];
}

async function pushOnce(plan: Data, kind: Kind): Promise<Pushed> {
  const data = copyOf(plan);
  const standIn = await startStandIn(kind, cpus.asking);
  try {
    const use = { env: kind.env(standIn), cpu: cpus.server };
    return await withService(
      data,
      async ({ url, pid }) => {
        const send = asker(url, data.key);
        await send("POST", `/v1/connectors/${kind.connector}/connect`, kind.connect(standIn.told));
        const tracker = { provider: kind.provider, target: kind.target(standIn.told) };
        await send("PUT", "/v1/projects/web/tracker", tracker);
        const before = (await standIn.log()).length;
        const rest = resident(pid);
        const from = performance.now();
        await send("POST", `${planPath}/push`, {}, { prefer: "respond-async" });
        for (let status = "running"; status !== "pushed"; ) {
          await sleep(20);
          const { pushes } = await send<{ pushes: { status: string; message: string }[] }>(
            "GET",
            `${planPath}/pushes`,
          );
          status = pushes[0]?.status ?? "";
          if (!["queued", "running", "pushed"].includes(status))
            throw new Error(`the push is ${JSON.stringify(pushes[0])}`);
        }
        const seconds = (performance.now() - from) / 1000;
        const peak = residentPeak(pid);
        const megabytes = peak === null || rest === null ? null : peak - rest;
        return { seconds, megabytes, log: (await standIn.log()).slice(before), standIn: standIn.told };
      },
      use,
    );
  } finally {
    await standIn.stop();
    removeFolder(data.settings);
  }
}

/** Seconds in which a bare client is answered the same by a fresh stand-in. */
async function replay(kind: Kind, log: LogEntry[], before: StandIn["told"]): Promise<number> {
  const standIn = await startStandIn(kind, cpus.asking);
  // A fresh Linear has another team.
  const afresh = (text: string) =>
    before.teamId === undefined ? text : text.replaceAll(before.teamId, standIn.told.teamId ?? "");
  const lists: Replay["lists"] = [];
  for (const entry of log) {
    const { method, path, body } = entry;
    const atOnce = kind.atOnce(entry);
    const request = { method, path, body: body === undefined ? null : afresh(JSON.stringify(body)) };
    const last = lists.at(-1);
    if (last?.atOnce === atOnce) last.requests.push(request);
    else lists.push({ atOnce, requests: [request] });
  }
  const headers = { authorization: kind.authorization(standIn.told), "content-type": "application/json" };
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
