import { join } from "node:path";
import { createDependency } from "@groundplan/contract";
import { newId, now } from "../../server/src/ids.ts";
import { textColumns } from "../../server/src/modules/specs/derived-columns.ts";
import { openSqlite } from "../../server/src/storage/sqlite.ts";
import { inserter } from "../inserter.ts";
import { median } from "../measure.ts";
import type { Group } from "../row.ts";
import {
  type Data,
  folder,
  freshData,
  path,
  plan,
  removeFolder,
  untilIdle,
  withDatabase,
  withService,
} from "../service.ts";

const specs = 10_000;
const edges = 50_000;
const inserts = 200;
const first = 100; // The plan already has specs.

export const graph: Group = {
  name: "graph",
  about: `${inserts} new dependencies, one after the other, in a plan of ${specs.toLocaleString("en-US")} specs that has ${edges.toLocaleString("en-US")} already, each from a spec to any later one, through the service's command path: checked for cycles, committed, on disk; the worst counts. The whole graph over HTTP, read completely, as 3 MB of JSON and as browsers ask for it: the median of ten.`,
  async measure(effort) {
    const data = await freshData();
    const ends = randomEnds();
    try {
      fill(data, ends);
      const inserted: number[] = [];
      await withDatabase(data.settings, async ({ writer }) => {
        const insert = async () => {
          const [from, to] = ends();
          const input = { params: path, query: {}, body: { fromSpecId: handle(from), toSpecId: handle(to) } };
          const start = performance.now();
          await writer.write({ endpoint: createDependency }, { actor: data.actor, input });
          return performance.now() - start;
        };
        for (let warm = 0; warm < 50; warm++) await insert();
        for (let round = 0; round < effort.rounds; round++) {
          const took: number[] = [];
          for (let at = 0; at < inserts; at++) took.push(await insert());
          inserted.push(Math.max(...took));
        }
      });
      const answered = await withService(data, async (service) => {
        const { url } = service;
        await untilIdle(service);
        const read = async (encoding: string) => {
          const start = performance.now();
          const answer = await fetch(`${url}${plan}/graph`, {
            headers: { authorization: `Bearer ${data.key}`, "accept-encoding": encoding },
          });
          await answer.arrayBuffer();
          if (answer.status !== 200) throw new Error(`the graph answered ${answer.status}`);
          return performance.now() - start;
        };
        const tenth = async (encoding: string) => {
          const took: number[] = [];
          for (let at = 0; at < 10; at++) took.push(await read(encoding));
          return median(took);
        };
        await tenth("identity");
        const whole: number[] = [];
        const compressed: number[] = [];
        for (let round = 0; round < effort.rounds; round++) {
          whole.push(await tenth("identity"));
          compressed.push(await tenth("br, gzip"));
        }
        return { whole, compressed };
      });
      return [
        {
          measure: "edge insert with cycle check, 10,000 specs and 50,000 edges, the worst",
          goal: { most: 10 },
          unit: "ms",
          values: inserted,
        },
        { measure: "… the whole graph's answer", goal: { most: 80 }, unit: "ms", values: answered.whole },
        { measure: "… compressed to a tenth", unit: "ms", values: answered.compressed },
      ];
    } finally {
      removeFolder(data.settings);
    }
  },
};

const handle = (at: number) => `SPEC-${first + at}`;

/** Returns distinct pairs of specs, the earlier one first, the same in each run. */
function randomEnds(): () => [from: number, to: number] {
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * specs);
  };
  const seen = new Set<number>();
  return () => {
    for (;;) {
      const [from, to] = [random(), random()].toSorted((a, b) => a - b) as [number, number];
      if (from === to || seen.has(from * specs + to)) continue;
      seen.add(from * specs + to);
      return [from, to];
    }
  };
}

function fill({ settings, actor }: Data, ends: () => [number, number]): void {
  const { raw: database } = openSqlite(join(settings[folder] ?? "", "groundplan.db"), "write");
  const insert = inserter(database);
  const workspace_id = actor.workspaceId;
  const plan_id = database.prepare("select id from plans").pluck().get() as string;
  const at = now();
  const ids = Array.from({ length: specs }, newId);
  const text = textColumns({ title: "A spec", content: "1. It is there.", effort: 2 });
  database.exec("begin");
  for (const [index, id] of ids.entries()) {
    const number = first + index;
    const rest = {
      revision: 1,
      parent_spec_id: null,
      readiness_set: null,
      position: number,
      external_ref: null,
      open_questions: 0,
      open_needs: 0,
      cancelled_needs: 0,
      awaits_review: 0,
      origin_suggestion: null,
      assignee_user_id: null,
      labels: "[]",
      priority: 0,
      due_date: null,
    };
    const effort = (index % 5) + 1;
    const times = { created_at: at, updated_at: at };
    insert("specs", {
      workspace_id,
      id,
      plan_id,
      number,
      ...text,
      effort,
      status: "TODO",
      ...rest,
      ...times,
    });
  }
  for (let edge = 0; edge < edges; edge++) {
    const [from, to] = ends();
    const plans = { from_plan_id: plan_id, to_plan_id: plan_id };
    insert("dependencies", {
      workspace_id,
      id: newId(),
      kind: "spec",
      from_id: ids[from] ?? "",
      to_id: ids[to] ?? "",
      ...plans,
      from_number: first + from,
      to_number: first + to,
      created_at: at,
    });
  }
  database.prepare("update plans set last_spec_number = ?, spec_count = ?").run(first + specs, first + specs);
  database.exec("commit");
  database.close();
}
