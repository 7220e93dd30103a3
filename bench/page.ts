import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { cpus } from "./children.ts";
import type { Effort } from "./measure.ts";
import type { Measured } from "./measured.ts";
import { type Group, type Row, table } from "./row.ts";

const file = join(import.meta.dirname, "..", "docs", "performance.md");

export function writePage(groups: readonly Group[], measured: Measured, { rounds }: Effort): void {
  const rows = groups.flatMap(({ name }): readonly Row[] => measured[name] ?? [noneOf(name)]);
  const bound =
    cpus.server === undefined ? "No process was bound to a CPU here: `taskset` is missing.\n" : "";
  writeFileSync(
    file,
    `# Performance

Ratios and times of \`npm run bench\`, which prints this page. It ran on ${availableParallelism()} CPUs, which the service and
its clients shared. Compared values were measured alternately in one run, in ${rounds} rounds: the median
decides (of two rounds, as for pushes, the worse one), and the spread is the noise. Quote the ratios; absolute figures depend
on the machine. Everything is on: credential, rate limit, access control, log line, request id.
${bound}
${table(rows)}

## What the rows measure

${groups.map(({ name, about }) => `- **${name}**: ${about}`).join("\n")}

\`npm run bench -- --only plan\` measures one group, and prints it here next to the last figures of the others.
`,
  );
}

const noneOf = (group: string): Row => ({ measure: group, unit: "×", values: [] });
