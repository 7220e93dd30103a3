import type { GraphNode, getGraph, Reply } from "@groundplan/contract";
import { effortLabel, isFinished, statusLabels } from "../labels.ts";
import { printable, say } from "../output.ts";
import { sayTable } from "../table.ts";

export type Graph = Reply<typeof getGraph>;

/** Returns a node's handle, qualified by its plan if it lies in a sub-plan. */
export const handleIn = (plan: string, { planShortId, specShortId }: GraphNode): string =>
  planShortId === plan ? specShortId : `${planShortId}/${specShortId}`;

/** Prints open specs by wave, the critical path, and the number of finished specs. */
export function sayWaves(plan: string, graph: Graph): void {
  const { nodes, criticalPath, criticalPathUnestimated: missing, cycles = [] } = graph;
  const rows = rowsOf(plan, graph);
  if (nodes.length === 0) say(`${plan} has no specs yet.`);
  if (rows.length > 0) sayTable(["WAVE", "SPEC", "STATUS", "EFFORT", "TITLE"], rows);
  const unestimated = missing > 0 ? ` (${missing} of ${criticalPath.length} not estimated)` : "";
  if (criticalPath.length > 0) say("", printable(`Critical path: ${criticalPath.join(" → ")}${unestimated}`));
  for (const cycle of cycles)
    say(printable(`These specs need each other, so none of them can start: ${cycle.join(", ")}`));
  const finished = nodes.filter(({ status }) => isFinished(status)).length;
  if (finished > 0) say(`Finished: ${finished} of ${nodes.length}.`);
}

/** Returns a row per spec of a wave, with its unfinished needs. */
function rowsOf(plan: string, { nodes, edges, waves }: Graph): string[][] {
  const open = new Set(waves.flat());
  const needed = edges.filter(({ to }) => open.has(to));
  const needs = Map.groupBy(needed, ({ from }) => from);
  const byHandle = new Map(nodes.map((node) => [handleIn(plan, node), node]));
  return waves.flatMap((wave, number) =>
    wave.map((handle) => {
      const { status = "TODO", effort = null, title = "" } = byHandle.get(handle) ?? {};
      const first = needs.get(handle)?.map(({ to }) => to) ?? [];
      const after = first.length > 0 ? ` (after ${first.join(", ")})` : "";
      return [`${number + 1}`, handle, statusLabels[status], effortLabel(effort), title + after];
    }),
  );
}
