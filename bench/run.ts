import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { cpus } from "./children.ts";
import type { Effort } from "./measure.ts";
import { type Group, type Row, table } from "./row.ts";
import { anchors } from "./rows/anchors.ts";
import { bothDatabases } from "./rows/both-databases.ts";
import { firstView } from "./rows/first-view.ts";
import { graph } from "./rows/graph.ts";
import { inbox } from "./rows/inbox.ts";
import { specList } from "./rows/list.ts";
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
import { streams } from "./rows/streams.ts";
import { texts } from "./rows/texts.ts";
import { writes } from "./rows/writes.ts";

/** The rows, in the order of the table. */
const groups: readonly Group[] = [
  planRead,
  specList,
  people,
  writes,
  statements,
  size,
  graph,
  texts,
  anchors,
  search,
  sources,
  streams,
  inbox,
  start,
  push,
  processes,
  postgresPlan,
  bothDatabases,
  firstView,
];

const { values: options } = parseArgs({
  options: { only: { type: "string", multiple: true }, quick: { type: "boolean", default: false } },
});
const unknown = options.only?.find((name) => !groups.some((group) => group.name === name));
if (unknown !== undefined)
  throw new Error(`--only takes ${groups.map(({ name }) => name).join(", ")}; not ${unknown}`);
const chosen = groups.filter(({ name }) => options.only?.includes(name) ?? true);

/** With `--quick` the run shows that the rows work; its figures mean nothing. */
const effort: Effort = {
  rounds: 3,
  seconds: (wanted) => (options.quick ? Math.min(wanted, 0.2) : wanted),
};
const rows: Row[] = [];
for (const group of chosen) {
  const from = performance.now();
  const measured = await group.measure(effort).catch((error: Error): Row[] => {
    process.stderr.write(`${group.name}: ${error.stack}\n`);
    return [{ measure: group.name, unit: "×", values: [], missing: `failed: ${error.message}` }];
  });
  rows.push(...measured);
  const seconds = ((performance.now() - from) / 1000).toFixed(0);
  process.stderr.write(`${group.name}, ${seconds} s\n${table(measured)}\n\n`);
}
if (chosen.length === groups.length && !options.quick) write();

function write(): void {
  const bound =
    cpus.server === undefined ? "No process was bound to a CPU here: `taskset` is missing.\n" : "";
  const page = `# Performance

Ratios and times of one run of \`npm run bench\`, which prints this page. It ran on ${availableParallelism()} CPUs, which the service and
those who ask it shared. What a row compares was measured side by side, in turns, in ${effort.rounds} rounds: the middle value
decides (of two rounds, as pushes have, the worse), the distance between the others is the noise. Quote the ratios; absolute figures are the machine's. Everything
is on: credential, rate limit, access, log line, request id.
${bound}
${table(rows)}

## What the rows measure

${groups.map(({ name, about }) => `- **${name}**: ${about}`).join("\n")}

\`npm run bench -- --only plan\` measures one group and prints it without writing this page.
`;
  writeFileSync(join(import.meta.dirname, "..", "docs", "performance.md"), page);
  process.stdout.write(`${table(rows)}\n`);
}
