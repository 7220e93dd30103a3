import { cpus, run, type Server } from "../children.ts";
import type { Asked, Latency } from "../latency.ts";
import { type Effort, inTurns, ratios } from "../measure.ts";
import { post } from "../requests.ts";
import type { Group, Row } from "../row.ts";
import { type Data, freshData, plan, removeFolder, withService } from "../service.ts";
import { allDifferent } from "./against-bare.ts";

export const mcp: Group = {
  name: "mcp",
  about:
    "Sequential `tools/call`s over one connection, against the API's reads of the same content, one after another and not from the cache, by the sum of their medians; ten specs with a budget that holds them. A spec is its text, readiness and open threads; a plan has its graph, push state and claims, too.",
  async measure(effort) {
    const data = await freshData();
    try {
      return await withService(
        data,
        async (service) => {
          const spec = await readsOfSpec(service, data);
          const handles = Array.from({ length: 10 }, (_, at) => `PLAN-1/SPEC-${at + 1}`);
          const compare = (measure: string, compared: Compared) =>
            comparison(effort, service, data, measure, compared);
          return [
            await compare("`tools/call` of `get_specs`, ten specs, SQLite, median", {
              tool: "get_specs",
              given: { specs: handles, budget: 50_000 },
              reads: spec,
              times: handles.length,
            }),
            await compare("… one spec", {
              tool: "get_specs",
              given: { specs: handles.slice(0, 1) },
              reads: spec,
            }),
            await compare("… `get_plan` of 60 specs", {
              tool: "get_plan",
              given: { plan: "PLAN-1" },
              reads: [plan, `${plan}/graph`, `${plan}/push-status`, "/v1/claims?projectSlug=web&limit=200"],
            }),
            await compare("… `get_context` of a spec", {
              tool: "get_context",
              given: { spec: handles[0] },
              reads: [`${plan}/specs/SPEC-1/brief`],
            }),
          ];
        },
        { cpu: cpus.server },
      );
    } finally {
      removeFolder(data.settings);
    }
  },
};

async function readsOfSpec({ url }: Server, { key }: Data): Promise<string[]> {
  const spec = `${plan}/specs/SPEC-1`;
  const answer = await fetch(`${url}${spec}`, { headers: { authorization: `Bearer ${key}` } });
  const { id } = ((await answer.json()) as { spec: { id: string } }).spec;
  return [spec, `${spec}/readiness`, `/v1/documents/${id}/threads?state=open&limit=50`];
}

interface Compared {
  tool: string;
  given: object;
  reads: readonly string[];
  /** How often the tool reads the like. */
  times?: number;
}

async function comparison(
  effort: Effort,
  { port }: Server,
  { key }: Data,
  measure: string,
  { tool, given, reads, times = 1 }: Compared,
): Promise<Row> {
  const medianOf = async (requests: string[], seconds: number) =>
    (await run<Latency>("latency.ts", { port, requests, seconds } satisfies Asked, cpus.asking)).p50;
  const measured = await inTurns(effort, 2, {
    tool: (seconds) => medianOf([toolCall(key, tool, given)], seconds),
    async api(seconds) {
      let sum = 0;
      for (const path of reads) sum += await medianOf(allDifferent(path, key), seconds / reads.length);
      return sum * times;
    },
  });
  return {
    measure,
    against: `${times * reads.length} of the API`,
    goal: { most: 1.3 },
    unit: "×",
    values: ratios(measured.tool, measured.api, (milliseconds) => milliseconds),
  };
}

const prefix = "io.modelcontextprotocol/";

function toolCall(key: string, name: string, given: object): string {
  const meta = {
    [`${prefix}protocolVersion`]: "2026-07-28",
    [`${prefix}clientInfo`]: { name: "bench", version: "1" },
    [`${prefix}clientCapabilities`]: {},
  };
  const params = { name, arguments: given, _meta: meta };
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  return post("/mcp", key, message, {
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": name,
  });
}
