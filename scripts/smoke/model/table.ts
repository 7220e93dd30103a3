import type { Drafted } from "./drafted.ts";
import type { Score } from "./score.ts";

export interface Row {
  name: string;
  score: Score;
  drafted: Drafted;
}

const columns: readonly [string, (rows: readonly Row[]) => string][] = [
  ["specs", (rows) => String(sum(rows, ({ drafted }) => drafted.specs.length))],
  ["criteria", (rows) => String(sum(rows, ({ score }) => score.criteria))],
  ["assumed", (rows) => String(sum(rows, ({ score }) => score.assumed))],
  ["cited", (rows) => outOf(rows, ({ score }) => [score.cited, score.facts])],
  ["missed", (rows) => String(sum(rows, ({ score }) => score.facts - score.cited))],
  ["invented", (rows) => String(sum(rows, ({ score }) => score.invented))],
  ["refused", (rows) => String(sum(rows, ({ drafted }) => drafted.refused))],
  ["trapped", (rows) => outOf(rows, ({ score }) => [score.fell, score.traps])],
  ["asked", (rows) => String(sum(rows, ({ drafted }) => drafted.questions))],
  ["in", (rows) => sum(rows, ({ drafted }) => drafted.run.usage.inputTokens).toLocaleString("en")],
  ["out", (rows) => sum(rows, ({ drafted }) => drafted.run.usage.outputTokens).toLocaleString("en")],
  ["cost", costOf],
  ["seconds", (rows) => String(Math.round(sum(rows, secondsOf)))],
  ["state", (rows) => (rows.length === 1 ? (rows[0]?.drafted.run.state ?? "") : "")],
];

export const head: string = [
  line(["topic", ...columns.map(([name]) => name)]),
  line(["---", ...columns.map(() => "---")]),
].join("\n");

export const rowLine = (row: Row): string => line([row.name, ...columns.map(([, value]) => value([row]))]);

export const totalLine = (rows: readonly Row[]): string =>
  line(["**total**", ...columns.map(([, value]) => value(rows))]);

function line(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function sum(rows: readonly Row[], value: (row: Row) => number): number {
  return rows.reduce((total, row) => total + value(row), 0);
}

function outOf(rows: readonly Row[], value: (row: Row) => readonly [number, number]): string {
  return `${sum(rows, (row) => value(row)[0])} of ${sum(rows, (row) => value(row)[1])}`;
}

function costOf(rows: readonly Row[]): string {
  const { cost, currency } = rows[0]?.drafted.run.usage ?? {};
  if (cost === undefined) return "no prices";
  return `${sum(rows, ({ drafted }) => drafted.run.usage.cost ?? 0).toFixed(4)} ${currency}`;
}

function secondsOf({ drafted: { run } }: Row): number {
  return (Date.parse(run.endedAt ?? run.createdAt) - Date.parse(run.createdAt)) / 1000;
}
