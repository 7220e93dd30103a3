import type { PushResult } from "@groundplan/contract";
import { specHandle } from "../handles.ts";
import { readinessLabel } from "../specs/present.ts";

const mostListed = 10;
const ready = 4;

export interface Graded {
  id: string;
  planId: string;
  number: number;
  title: string;
  /** What a person has set, 1 to 5; null where nothing is known. */
  readiness: number | null;
}

export const isBelowReady = ({ readiness }: Pick<Graded, "readiness">) =>
  readiness !== null && readiness < ready;

/** An entry of the result, with the spec that it tells of. */
export interface BelowReady {
  specId: string;
  planId: string;
  entry: PushResult["belowReady"][number];
}

type Report = Pick<PushResult, "belowReadyOmitted" | "belowReadyUnavailable"> & { belowReady: BelowReady[] };

/**
 * Every spec still below Ready: at most the first 10 are listed (contract section 8). The check could not run
 * where a spec's readiness is not known.
 */
export function reportBelowReady(specs: readonly Graded[], held: boolean): Report {
  const below = specs.filter(isBelowReady);
  const belowReady = below.slice(0, mostListed).map(({ id, planId, number, title, readiness }) => {
    const label = readinessLabel(readiness ?? 1);
    const reasons = [`A person set its readiness to ${readiness} (${label}).`];
    const entry = { specShortId: specHandle(number), title, readinessLabel: label, reasons, held };
    return { specId: id, planId, entry };
  });
  return {
    belowReady,
    belowReadyOmitted: below.length - belowReady.length,
    belowReadyUnavailable: specs.some(({ readiness }) => readiness === null),
  };
}
