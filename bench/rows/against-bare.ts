import { ask, cpus, type Server, startServer } from "../children.ts";
import { type Effort, inTurns, ratios } from "../measure.ts";
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
    const { ours, theirs } = await inTurns(effort, 2, {
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
