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
those who ask it shared. What a row compares was measured side by side, in turns and in one run, in ${rounds} rounds: the middle value
decides (of two rounds, as pushes have, the worse), the distance between the others is the noise. Quote the ratios; absolute figures are the machine's. Everything
is on: credential, rate limit, access, log line, request id.
${bound}
${table(rows)}

## What the rows measure

${groups.map(({ name, about }) => `- **${name}**: ${about}`).join("\n")}

\`npm run bench -- --only plan\` measures one group, and prints it here beside what was measured of the others.
`,
  );
}

const noneOf = (group: string): Row => ({ measure: group, unit: "×", values: [] });
