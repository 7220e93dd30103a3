import { type Applied, type PlanResult, wouldCreate } from "./apply.ts";
import type { Notice } from "./format.ts";

type Spec = PlanResult["specs"][number];

/** A plan that an import made or found, with the number of specs that the source has for it. */
export interface PlanReport {
  result: PlanResult;
  specs: number;
}

/** A source's own plan and those under it. Texts are not kept, so that a large tree takes little memory. */
export interface SourceReport extends PlanReport {
  criteria: number;
  under: readonly PlanReport[];
}

/** A part of what is there that the import left as it is, with the reason. */
export interface Left {
  planShortId: string;
  specShortId: string | null;
  title: string;
  why: "vanished" | "deleted" | "moved" | "archived";
}

/** Everything that an import did, or would do. */
export interface Report {
  dryRun: boolean;
  root: PlanResult | null;
  sources: SourceReport[];
  /** The plans whose source is not there any more. */
  vanished: { shortId: string; name: string }[];
  /** The sources of a tree that can't be imported. */
  refused: string[];
  notices: Notice[];
}

/**
 * Returns a copy that keeps nothing else alive: a part of a text that was cut out of a file holds the whole of it.
 */
export const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** Returns what is told of a source. The service only counts the specs of a plan that it would create. */
export function reportOf({ source, plans }: Applied, dryRun: boolean): SourceReport[] {
  const [own, ...under] = plans.map((result, at) => {
    const plan = source.plans[at];
    const isMissing = dryRun && plan && result.outcome === "created";
    const specs = isMissing ? copyOf(wouldCreate(plan).specs) : result.specs;
    return { result: { ...result, specs }, specs: plan?.specs?.length ?? 0 };
  });
  return own ? [{ ...own, criteria: source.criteria, under }] : [];
}

/** Returns all plans of an import, the one of the whole tree first. */
export const planReports = ({ root, sources }: Report): PlanReport[] => [
  ...(root ? [{ result: root, specs: 0 }] : []),
  ...sources.flatMap(({ under, ...own }) => [own, ...under]),
];

/** Returns the numbers of specs that were made, changed and found as they were. */
export function counts(reports: readonly PlanReport[]) {
  const sum = { created: 0, updated: 0, unchanged: 0 };
  for (const { result } of reports) {
    sum.created += result.created;
    sum.updated += result.updated;
    sum.unchanged += result.unchanged;
  }
  return sum;
}

/** Returns the conflicts of plans and specs with their handles. */
export const conflicts = (report: Report) =>
  planReports(report).flatMap(({ result }) => {
    const { planShortId } = result;
    const ofSpec = ({ specShortId, title, conflicts }: Spec) =>
      conflicts.map((conflict) => ({ planShortId, specShortId, title, ...conflict }));
    return [
      ...result.conflicts.map((conflict) => ({
        planShortId,
        specShortId: null,
        title: result.name,
        ...conflict,
      })),
      ...result.specs.flatMap(ofSpec),
    ];
  });

/** Returns what the import left as it is. */
export function left(report: Report): Left[] {
  const ofPlan = ({ result: { outcome, name, specs, planShortId } }: PlanReport): Left[] => {
    const shortId = planShortId ?? "";
    if (outcome === "archived")
      return [{ planShortId: shortId, specShortId: null, title: name, why: outcome }];
    return specs.flatMap(({ outcome: why, specShortId, title }) =>
      why === "vanished" || why === "deleted" || why === "moved"
        ? [{ planShortId: shortId, specShortId, title, why }]
        : [],
    );
  };
  return [
    ...planReports(report).flatMap(ofPlan),
    ...report.vanished.map(({ shortId, name }) => ({
      planShortId: shortId,
      specShortId: null,
      title: name,
      why: "vanished" as const,
    })),
  ];
}
