import type { PushResult } from "@groundplan/contract";
import { specHandle } from "../handles.ts";
import { readinessLabel } from "../specs/present.ts";

const mostListed = 10;
const ready = 4;

export interface Graded {
  number: number;
  title: string;
  /** What a person has set, 1 to 5; null where nothing is known. */
  readiness: number | null;
}

export const isBelowReady = ({ readiness }: Pick<Graded, "readiness">) =>
  readiness !== null && readiness < ready;

type Report = Pick<PushResult, "belowReady" | "belowReadyOmitted" | "belowReadyUnavailable">;

/**
 * Every spec still below Ready: at most the first 10 are listed (contract section 8). The check could not run
 * where a spec's readiness is not known.
 */
export function reportBelowReady(specs: readonly Graded[], held: boolean): Report {
  const below = specs.filter(isBelowReady);
  const belowReady = below.slice(0, mostListed).map(({ number, title, readiness }) => {
    const label = readinessLabel(readiness ?? 1);
    const reasons = [`A person set its readiness to ${readiness} (${label}).`];
    return { specShortId: specHandle(number), title, readinessLabel: label, reasons, held };
  });
  return {
    belowReady,
    belowReadyOmitted: below.length - belowReady.length,
    belowReadyUnavailable: specs.some(({ readiness }) => readiness === null),
  };
}
