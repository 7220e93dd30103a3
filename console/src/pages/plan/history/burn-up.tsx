import type { ProgressDay } from "@groundplan/contract";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Choice } from "../../../components/forms/field.tsx";

type Unit = "specs" | "effort";

const [width, height] = [640, 140];
const dayMs = 86_400_000;

/** Returns a stepped line over the days, as an SVG path. */
function steps(days: readonly ProgressDay[], amountOf: (day: ProgressDay) => number, most: number): string {
  const [first, last] = [Date.parse(days[0]?.date ?? ""), Date.parse(days.at(-1)?.date ?? "")];
  const span = Math.max(last - first, dayMs);
  const round = (value: number) => Math.round(value * 10) / 10;
  const x = ({ date }: ProgressDay) => round(((Date.parse(date) - first) / span) * width);
  const y = (day: ProgressDay) => round(height - (amountOf(day) / Math.max(most, 1)) * height);
  return days.map((day, n) => (n === 0 ? `M${x(day)} ${y(day)}` : `H${x(day)}V${y(day)}`)).join("");
}

/** What is done of what there is, by day: a drawing, and the same numbers as a table. */
export function BurnUp({ days }: { days: readonly ProgressDay[] }) {
  const [unit, choose] = useState<Unit>("specs");
  const [isTable, showTable] = useState(false);
  const all = (day: ProgressDay) => (unit === "specs" ? day.specs : day.effort);
  const done = (day: ProgressDay) => (unit === "specs" ? day.done : day.effortDone);
  const most = Math.max(...days.map(all));
  const last = days.at(-1);
  const words = unit === "specs" ? "specs" : "effort";
  const said = last ? `${done(last)} of ${all(last)} ${words} done` : "";
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <p>
          <strong>{said}</strong> since {days[0]?.date}
        </p>
        <div className="print-none">
          <Choice
            label="Measured by"
            name="unit"
            value={unit}
            onChange={({ target }) => choose(target.value === "effort" ? "effort" : "specs")}
          >
            <option value="specs">Number of specs</option>
            <option value="effort">Effort</option>
          </Choice>
        </div>
      </div>
      <svg
        role="img"
        aria-label={`Burn-up: ${said}`}
        viewBox={`-2 -4 ${width + 4} ${height + 8}`}
        className="w-full rounded-card border border-line bg-sheet grid-paper-12"
      >
        <path
          d={steps(days, all, most)}
          fill="none"
          stroke="var(--ink-3)"
          strokeWidth="2"
          strokeDasharray="5 4"
        />
        <path d={`${steps(days, done, most)}V${height}H0Z`} fill="var(--good-soft)" />
        <path d={steps(days, done, most)} fill="none" stroke="var(--good)" strokeWidth="2.5" />
      </svg>
      <p className="text-note text-ink-2">
        The dashed line is all there is, with what was added later; the other is what is done.
      </p>
      <Button
        look="quiet"
        aria-expanded={isTable}
        onClick={() => showTable(!isTable)}
        className="justify-self-start"
      >
        As a table
      </Button>
      {isTable && <Table days={days} />}
    </div>
  );
}

const columns = ["Day", "Specs", "Done", "Effort", "Effort done"] as const;

function Table({ days }: { days: readonly ProgressDay[] }) {
  return (
    <table aria-label="Progress by day" className="text-note">
      <thead>
        <tr className="text-left text-ink-2">
          {columns.map((name) => (
            <th key={name} scope="col" className="px-2 font-[550]">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ date, specs, done, effort, effortDone }) => (
          <tr key={date}>
            <th scope="row" className="px-2 text-left font-normal">
              {date}
            </th>
            <td className="px-2">{specs}</td>
            <td className="px-2">{done}</td>
            <td className="px-2">{effort}</td>
            <td className="px-2">{effortDone}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
