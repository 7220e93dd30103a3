import { ask, cpus, type Server, startServer } from "../children.ts";
import { type Effort, inTurns, ratios } from "../measure.ts";
import { get } from "../requests.ts";
import type { Row } from "../row.ts";

/**
 * Compares the service with a bare server of equally large answers, in turns, on pinned CPUs. CPU per request
 * is steadier than throughput, and right even if the client limits the bare server.
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
        measure: "… CPU available to the bare server",
        unit: "CPU",
        values: theirs.map(({ cpu, perSecond }) => cpu * perSecond),
      },
    ];
  } finally {
    await bare.stop();
  }
}

/**
 * Compares them without cache hits, with a commit before each request. Only CPU, since commits slow the
 * client.
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

/** Returns requests that miss the cache by a nonmatching tag. */
export const allDifferent = (path: string, key: string, etag?: string) =>
  Array.from({ length: 2_000 }, (_, at) => {
    const none = `"none-${at}"`;
    return get(path, key, { "if-none-match": etag === undefined ? none : `${none}, ${etag}` });
  });

export async function look(
  service: Server,
  path: string,
  key: string,
): Promise<{ size: number; etag: string | null }> {
  const answer = await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${key}` } });
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  return { size: (await answer.arrayBuffer()).byteLength, etag: answer.headers.get("etag") };
}
