import { getGraph } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../api/read.ts";
import type { PlanParams } from "./spec-params.ts";

/** The most handles of a circle that are listed. */
const most = 10;

/** Says which specs wait for each other, so that none of them can begin, and what to do about it. */
export function Circles({ circles }: { circles: readonly (readonly string[])[] }) {
  if (circles.length === 0) return null;
  return (
    <section
      aria-label="Waiting for each other"
      className="my-3 rounded-card border border-line bg-sheet px-3.5 py-2.5 text-base"
    >
      <ul className="grid gap-1">
        {circles.map((specs) => (
          <li key={specs.join()}>
            {sayCircle(specs)} <span className="font-mono text-small text-ink-2">{listed(specs)}</span>
          </li>
        ))}
      </ul>
      <p className="pt-1 text-small text-ink-2">
        None of these can begin. Remove one of the needs between them, or between their plans.
      </p>
    </section>
  );
}

/** Shows the circles that specs of a plan or of its sub-plans wait in. */
export function PlanCircles({ params }: { params: PlanParams }) {
  const { data: graph } = useQuery(read(getGraph, { params }));
  return <Circles circles={graph?.cycles ?? []} />;
}

/** Says that specs wait for each other. A circle shows with one spec to who can't read the others. */
export const sayCircle = ({ length }: readonly string[]): string =>
  length === 1
    ? "1 spec waits in a circle that leads through plans that you can't read:"
    : `${length.toLocaleString("en")} specs wait for each other:`;

/** Lists the handles of a circle, a few of many. */
export const listed = (specs: readonly string[]): string =>
  specs.slice(0, most).join(", ") + (specs.length > most ? ` and ${specs.length - most} more` : "");
