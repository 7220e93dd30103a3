import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { databases } from "../databases.ts";
import { fillTables, smallIndexes, smallTable } from "./many-rows.ts";
import { type Ground, openGround, walks } from "./walks.ts";

let ground: Ground;
let client: pg.Client;
let growing: string[];
beforeAll(async () => {
  const { create } = databases.find(({ database }) => database === "PostgreSQL") ?? expect.fail();
  ground = await openGround(create);
  client = new pg.Client({ connectionString: ground.world.env.DATABASE_URL });
  await client.connect();
  growing = await fillTables(client);
});
afterAll(async () => {
  await client.end();
  await ground.world.close();
});

async function statementsOf(walk: (ground: Ground) => Promise<void>): Promise<string[]> {
  const sent = new Set<string>();
  const { submit } = pg.Query.prototype;
  const spy = vi.spyOn(pg.Query.prototype, "submit").mockImplementation(function (
    this: pg.Query,
    connection,
  ) {
    if ("text" in this && typeof this.text === "string") sent.add(this.text);
    return submit.call(this, connection);
  });
  await walk(ground).finally(() => spy.mockRestore());
  return [...sent].filter((text) => /^\s*(select|insert|update|delete|with)\b/.test(text));
}

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  Plans?: PlanNode[];
}

const onlyWorkspace = /^\(workspace_id = [^ ]+\)$/;

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Returns PostgreSQL's generic plan of a statement. */
async function stepsOf(statement: string): Promise<PlanNode[]> {
  const numbers = Array.from(statement.matchAll(/\$(\d+)/g), ([, number]) => Number(number));
  const values = Array(Math.max(0, ...numbers)).fill("null");
  const call = values.length > 0 ? `explained(${values.join(", ")})` : "explained";
  // One request for all three: round trips take most of the time.
  const answers: unknown = await client.query(
    `prepare explained as ${statement}\n; explain (format json) execute ${call}; deallocate explained`,
  );
  const [, explained] = answers as [unknown, pg.QueryResult];
  return nodesOf(explained.rows[0]["QUERY PLAN"][0].Plan);
}

/** Checked statements: walks share most of theirs. */
const known = new Set<string>();

it.each(Object.entries(walks))(
  "no request reads the whole of a growing table, nor all rows of a workspace in it: %s",
  async (_, walk) => {
    const sent = await statementsOf(walk);
    expect(sent.length).toBeGreaterThan(0);
    const statements = sent.filter((text) => !known.has(text));
    for (const text of statements) known.add(text);
    await client.query("set plan_cache_mode = force_generic_plan");
    const found: string[] = [];
    for (const statement of statements) {
      for (const step of await stepsOf(statement)) {
        const { "Node Type": type, "Relation Name": table = "", "Index Name": index = "" } = step;
        const isWhole = type === "Seq Scan" || onlyWorkspace.test(step["Index Cond"] ?? "");
        if (isWhole && growing.includes(table) && !smallIndexes.includes(index) && table !== smallTable)
          found.push(`${table}: ${statement}`);
      }
    }
    expect(found).toEqual([]);
  },
  240_000, // Requests every endpoint, with thousands of rows in every table.
);
