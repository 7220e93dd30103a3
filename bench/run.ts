import { parseArgs } from "node:util";
import type { Effort } from "./measure.ts";
import { keepMeasured } from "./measured.ts";
import { writePage } from "./page.ts";
import { type Group, table } from "./row.ts";
import { anchors } from "./rows/anchors.ts";
import { bothDatabases } from "./rows/both-databases.ts";
import { claims } from "./rows/claims.ts";
import { filterRows } from "./rows/filters.ts";
import { firstView } from "./rows/first-view.ts";
import { graph } from "./rows/graph.ts";
import { inbox } from "./rows/inbox.ts";
import { specList } from "./rows/list.ts";
import { mcp } from "./rows/mcp.ts";
import { people } from "./rows/people.ts";
import { planRead } from "./rows/plan.ts";
import { postgresPlan } from "./rows/postgres-plan.ts";
import { processes } from "./rows/processes.ts";
import { push } from "./rows/push.ts";
import { search } from "./rows/search.ts";
import { size } from "./rows/size.ts";
import { sources } from "./rows/sources.ts";
import { start } from "./rows/start.ts";
import { statements } from "./rows/statements.ts";
import { stop } from "./rows/stop.ts";
import { streams } from "./rows/streams.ts";
import { texts } from "./rows/texts.ts";
import { typing } from "./rows/typing.ts";
import { writes } from "./rows/writes.ts";

const groups: readonly Group[] = [
  planRead,
  specList,
  people,
  writes,
  statements,
  size,
  filterRows,
  graph,
  texts,
  anchors,
  search,
  sources,
  streams,
  inbox,
  claims,
  stop,
  mcp,
  start,
  push,
  processes,
  postgresPlan,
  bothDatabases,
  firstView,
  typing,
];

const { values: options } = parseArgs({
  options: { only: { type: "string", multiple: true }, quick: { type: "boolean", default: false } },
});
const unknown = options.only?.find((name) => !groups.some((group) => group.name === name));
if (unknown !== undefined)
  throw new Error(`--only takes ${groups.map(({ name }) => name).join(", ")}; not ${unknown}`);
const chosen = groups.filter(({ name }) => options.only?.includes(name) ?? true);

/** A `--quick` run only shows that the rows work; its figures mean nothing. */
const effort: Effort = {
  rounds: 3,
  seconds: (wanted) => (options.quick ? Math.min(wanted, 0.2) : wanted),
};
for (const group of chosen) {
  const from = performance.now();
  try {
    const rows = await group.measure(effort);
    const seconds = ((performance.now() - from) / 1000).toFixed(0);
    process.stderr.write(`${group.name}, ${seconds} s\n${table(rows)}\n\n`);
    if (!options.quick) writePage(groups, keepMeasured(group.name, rows), effort);
  } catch (error) {
    process.stderr.write(`${group.name}: ${error instanceof Error ? error.stack : error}\n`);
    process.exitCode = 1;
  }
}
