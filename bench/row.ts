import { type Effort, sorted } from "./measure.ts";

export interface Row {
  measure: string;
  against?: string;
  /** The goal; absent for figures shown only for comparison. */
  goal?: { least: number } | { most: number };
  unit: "×" | "ms" | "s" | "MB" | "/s" | "CPU";
  /** One value per round; the median counts. */
  values: readonly number[];
  missing?: string;
}

export interface Group {
  /** The name for `--only`. */
  name: string;
  about: string;
  measure(effort: Effort): Promise<Row[]>;
}

const head = ["| measure | against | goal | min – median – max | |", "|---|---|---|---|---|"];

export const table = (rows: readonly Row[]) => [...head, ...rows.map(line)].join("\n");

function line(row: Row): string {
  const values = sorted(row.values);
  const shown = [values[0], values[values.length >> 1], values.at(-1)]
    .map((value) => number(value))
    .join(" – ");
  return `| ${[
    row.measure,
    row.against ?? "",
    goalText(row),
    values.length > 0 ? `${shown} ${row.unit}` : (row.missing ?? "not measured"),
    verdict(row, values[values.length >> 1]),
  ].join(" | ")} |`;
}

function goalText({ goal, unit }: Row): string {
  if (!goal) return "";
  return "least" in goal ? `at least ${count(goal.least)} ${unit}` : `at most ${count(goal.most)} ${unit}`;
}

function verdict({ goal }: Row, value: number | undefined): string {
  if (!goal || value === undefined) return "";
  return ("least" in goal ? value >= goal.least : value <= goal.most) ? "met" : "**not met**";
}

const count = (value: number) => value.toLocaleString("en-US");

/** Formats a number with three significant digits, or all digits of an integer. */
function number(value = Number.NaN): string {
  if (value >= 100) return count(Math.round(value));
  return value >= 10 ? value.toFixed(1) : value >= 0.1 ? value.toFixed(2) : value.toFixed(3);
}
