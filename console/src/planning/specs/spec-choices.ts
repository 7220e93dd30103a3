import type { SpecStatus } from "@groundplan/contract";
import { effortLabel } from "../../../../contract/src/planning/display-words.ts";
import type { Act } from "../../components/overlays/act.ts";
import { wordOf } from "../../components/status.tsx";

/** The statuses in the board's column order. */
export const specStatuses = ["TODO", "IN_PROGRESS", "DONE", "CANCELLED"] as const satisfies SpecStatus[];

const efforts = [1, 2, 3, 4, 5] as const;

/** Returns the status menu; `now` is undefined for several specs. */
export const statusActs = (now: SpecStatus | undefined, choose: (status: SpecStatus) => void): Act[] =>
  specStatuses.map((status) => ({
    name: wordOf(status),
    run: () => choose(status),
    ...(now === undefined ? {} : { isChosen: status === now }),
  }));

export const effortActs = (
  now: number | null | undefined,
  choose: (effort: number | null) => void,
): Act[] => [
  ...efforts.map((effort) => ({
    name: `${effort} · ${effortLabel(effort)}`,
    run: () => choose(effort),
    ...(now === undefined ? {} : { isChosen: effort === now }),
  })),
  { name: "No effort", run: () => choose(null), ...(now === undefined ? {} : { isChosen: now === null }) },
];
