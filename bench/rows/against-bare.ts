import { ask, cpus, type Server, startServer } from "../children.ts";
import { type Effort, inTurns, ratios } from "../measure.ts";
import { get } from "../requests.ts";
import type { Row } from "../row.ts";

/**
 * Compares the service with a bare server that answers the same amount, in turns, over 32 connections; each server is
 * bound to one CPU and the client to the other. The CPU per request is shown beside the throughput: it is steadier, and
 * right even where the client, or a neighbour, keeps the bare server from using its whole CPU.
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
 * Compares them where the service can use no cached answer: the client commits before each request, and each request
 * differs by its `If-None-Match`. It compares CPU, since committing slows the client.
 */
export async function withoutCachedAnswers(
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

/** Returns so many requests that none of their answers is cached: they differ only in a tag that matches nothing. */
export const allDifferent = (path: string, key: string, etag?: string) =>
  Array.from({ length: 2_000 }, (_, at) => {
    const none = `"none-${at}"`;
    return get(path, key, { "if-none-match": etag === undefined ? none : `${none}, ${etag}` });
  });

/** Returns the current answer: its status, size in bytes and ETag. */
export async function look(
  service: Server,
  path: string,
  key: string,
): Promise<{ size: number; etag: string | null }> {
  const answer = await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${key}` } });
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  return { size: (await answer.arrayBuffer()).byteLength, etag: answer.headers.get("etag") };
}
