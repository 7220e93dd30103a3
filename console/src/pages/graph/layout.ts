import type { GraphNode } from "@groundplan/contract";
import { type Graph, keyOf } from "../../planning/specs/node-key.ts";

/** Sizes and gaps in pixels at full scale. */
export const card = { width: 176, height: 64 };
const gap = { column: 96, within: 24, row: 16 };
const pitch = card.height + gap.row;
/** Waves up to this size stay in one column. */
const fewest = 8;

/** A spec with its upper left corner. */
export interface Placed {
  /** The handle used by the graph's edges. */
  key: string;
  node: GraphNode;
  /** True if it can start now. */
  isNext: boolean;
  x: number;
  y: number;
}

export interface Column {
  title: string;
  x: number;
  width: number;
}

/** A dependency, from the prerequisite to the dependent. */
export interface GraphLine {
  from: Placed;
  to: Placed;
  isCritical: boolean;
}

export interface Layout {
  placed: ReadonlyMap<string, Placed>;
  columns: readonly Column[];
  lines: readonly GraphLine[];
}

/** Describes whether a spec can start now and its slack. */
export function timingText({ node: { critical, slack, wave }, isNext }: Placed): string {
  const slackText = critical ? "critical" : slack !== null && wave !== null ? `slack ${slack}` : "";
  return [isNext ? "now" : "", slackText].filter(Boolean).join(", ");
}

/**
 * Lays out waves from left to right after finished specs, each spec close to its prerequisites. Large waves
 * split to fit a window's shape.
 */
export function layOut(graph: Graph, here: string): Layout {
  const groups = groupsOf(graph.nodes);
  const rows = rowsFor(groups.map(({ nodes }) => nodes.length));
  const needs = Map.groupBy(graph.edges, ({ from }) => from);
  const next = new Set(graph.next);
  const placed = new Map<string, Placed>();
  const columns: Column[] = [];
  let x = 0;
  for (const { title, nodes } of groups) {
    const wanted = nodes.map((node, index) => {
      const key = keyOf(node, here);
      const beside = (needs.get(key) ?? []).flatMap(({ to }) => placed.get(to)?.y ?? []);
      const y = beside.length > 0 ? beside.reduce((sum, one) => sum + one, 0) / beside.length : null;
      return { key, node, y, order: y ?? index * pitch };
    });
    wanted.sort((a, b) => a.order - b.order);
    const count = Math.ceil(nodes.length / rows);
    const perColumn = Math.ceil(nodes.length / count);
    for (let part = 0; part < count; part++) {
      const column = wanted.slice(part * perColumn, (part + 1) * perColumn);
      const left = x + part * (card.width + gap.within);
      const tops = count > 1 ? column.map((_, index) => index * pitch) : spread(column.map(({ y }) => y));
      for (const [index, { key, node }] of column.entries())
        placed.set(key, { key, node, isNext: next.has(key), x: left, y: tops[index] ?? 0 });
    }
    const width = count * card.width + (count - 1) * gap.within;
    columns.push({ title, x, width });
    x += width + gap.column;
  }
  return { placed, columns, lines: linesOf(graph, placed) };
}

/** The target aspect ratio. */
const shape = 1.85;

/** Returns the row limit that best fits the aspect ratio. */
function rowsFor(counts: readonly number[]): number {
  const most = Math.max(fewest, ...counts);
  const missOf = (rows: number) => {
    const columns = counts.reduce((sum, count) => sum + Math.ceil(count / rows), 0);
    const width = columns * (card.width + gap.within) + counts.length * (gap.column - gap.within);
    return Math.max(width / shape, Math.min(rows, most) * pitch);
  };
  const tried = Array.from({ length: most - fewest + 1 }, (_, index) => fewest + index);
  return tried.reduce((best, rows) => (missOf(rows) < missOf(best) ? rows : best), most);
}

function groupsOf(nodes: readonly GraphNode[]): { title: string; nodes: GraphNode[] }[] {
  const isFinished = ({ status }: GraphNode) => status === "DONE" || status === "CANCELLED";
  const last = nodes.reduce((most, { wave }) => Math.max(most, wave ?? -1), -1);
  return [
    { title: "Done", nodes: nodes.filter(isFinished) },
    ...Array.from({ length: last + 1 }, (_, wave) => ({
      title: wave === 0 ? "Now" : `Wave ${wave + 1}`,
      nodes: nodes.filter((node) => node.wave === wave),
    })),
    { title: "In a cycle", nodes: nodes.filter((node) => node.wave === null && !isFinished(node)) },
  ].filter((group) => group.nodes.length > 0);
}

/** Assigns rows in order, as close to the preferred ones as possible. */
function spread(wanted: readonly (number | null)[]): number[] {
  let next = 0;
  return wanted.map((want) => {
    const y = Math.max(next, want ?? next);
    next = y + pitch;
    return y;
  });
}

function linesOf({ edges, criticalPath }: Graph, placed: ReadonlyMap<string, Placed>): GraphLine[] {
  const critical = new Set(criticalPath.slice(1).map((key, index) => `${key} ${criticalPath[index]}`));
  return edges.flatMap(({ from, to }) => {
    const [who, need] = [placed.get(from), placed.get(to)];
    return who && need ? [{ from: need, to: who, isCritical: critical.has(`${from} ${to}`) }] : [];
  });
}

/** The detour of edges within a wave, in pixels. */
const around = 22;

/** Returns the edges as SVG path data. */
export const pathOf = (lines: readonly GraphLine[]): string =>
  lines
    .map(({ from, to }) => {
      if (to.x < from.x + card.width) {
        const [y1, y2] = [from.y + card.height / 2, to.y + card.height / 2];
        return `M${from.x} ${y1}C${from.x - around} ${y1} ${to.x - around} ${y2} ${to.x} ${y2}`;
      }
      const [x1, y1] = [from.x + card.width, from.y + card.height / 2];
      const [x2, y2] = [to.x, to.y + card.height / 2];
      const bend = Math.max(40, Math.abs(x2 - x1) / 2);
      return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
    })
    .join("");

/** Returns the cards' outlines as SVG path data. */
export const boxesOf = (cards: readonly Placed[]): string =>
  cards.map(({ x, y }) => `M${x} ${y}h${card.width}v${card.height}h${-card.width}z`).join("");

export function sizeOf({ placed, columns }: Layout): { width: number; height: number } {
  const last = columns.at(-1);
  const lowest = [...placed.values()].reduce((most, { y }) => Math.max(most, y), 0);
  return { width: last ? last.x + last.width : 0, height: lowest + card.height };
}
