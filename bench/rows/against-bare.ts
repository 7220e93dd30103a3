import { ask, cpus, type Server, startServer } from "../children.ts";
import { type Effort, inTurns, ratios } from "../measure.ts";
import { get } from "../requests.ts";
import type { Row } from "../row.ts";

/**
 * Asks the service and a bare server that answers the same amount, in turns, over 32 connections; each server is bound to one
 * CPU and who asks to the other. The CPU per request is shown beside the throughput: it is steadier, and right as well where who
 * asks, or a neighbour, keeps the bare server from using its whole CPU.
 */
export async function againstBare(
  effort: Effort,
  service: Server,
  { request, size, expect }: { request: string; size: number; expect: number },
  row: Pick<Row, "measure" | "against"> & { goal: { least: number } },
): Promise<Row[]> {
  const env = { BARE_SIZE: String(size), BARE_STATUS: String(expect) };
  const bare = await startServer("bare.ts", env, cpus.server);
  const questions = (seconds: number) => ({
    requests: [request],
    connections: 32,
    expect,
    until: { seconds },
  });
  try {
    const { ours, theirs } = await inTurns(effort, 1.2, {
      ours: (seconds) => ask(service, questions(seconds), cpus.asking),
      theirs: (seconds) => ask(bare, questions(seconds), cpus.asking),
    });
    return [
      { ...row, unit: "×", values: ratios(ours, theirs, ({ perSecond }) => perSecond) },
      {
        measure: "… by CPU per request",
        goal: row.goal,
        unit: "×",
        values: ratios(theirs, ours, ({ cpu }) => cpu),
      },
      {
        measure: "… CPU that the bare server had meanwhile",
        unit: "CPU",
        values: theirs.map(({ cpu, perSecond }) => cpu * perSecond),
      },
    ];
  } finally {
    await bare.stop();
  }
}

/**
 * The same where nothing that the service remembers holds: who asks commits before each request, and each request is
 * another one by its `If-None-Match`. By CPU, since committing slows who asks.
 */
export async function notRemembered(
  effort: Effort,
  service: Server,
  {
    requests,
    size,
    expect,
    commitTo,
  }: { requests: string[]; size: number; expect: number; commitTo: string },
): Promise<Row> {
  const env = { BARE_SIZE: String(size), BARE_STATUS: String(expect) };
  const bare = await startServer("bare.ts", env, cpus.server);
  const questions = (seconds: number) => ({ requests, connections: 32, expect, until: { seconds } });
  try {
    const { ours, theirs } = await inTurns(effort, 0.6, {
      ours: (seconds) => ask(service, { ...questions(seconds), commitTo }, cpus.asking),
      theirs: (seconds) => ask(bare, questions(seconds), cpus.asking),
    });
    return {
      measure: "… each after another process's commit, by CPU per request",
      unit: "×",
      values: ratios(theirs, ours, ({ cpu }) => cpu),
    };
  } finally {
    await bare.stop();
  }
}

/** As many requests as no service remembers the answers of, all alike but for a tag that matches nothing. */
export const allDifferent = (path: string, key: string, etag?: string) =>
  Array.from({ length: 2_000 }, (_, at) => {
    const none = `"none-${at}"`;
    return get(path, key, { "if-none-match": etag === undefined ? none : `${none}, ${etag}` });
  });

/** The answer as it is: its status, size in bytes and ETag. */
export async function look(
  service: Server,
  path: string,
  key: string,
): Promise<{ size: number; etag: string | null }> {
  const answer = await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${key}` } });
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  return { size: (await answer.arrayBuffer()).byteLength, etag: answer.headers.get("etag") };
}
