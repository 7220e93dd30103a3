import { type Applied, type ContextResult, type PlanResult, wouldCreate } from "./apply.ts";
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
  /** Null for a context source of the project. */
  planShortId: string | null;
  specShortId: string | null;
  /** The reference of a context source; null for a plan or spec. */
  sourceRef: string | null;
  title: string;
  why: "vanished" | "deleted" | "moved" | "archived" | "replaced";
}

/** Everything that an import did, or would do. */
export interface Report {
  dryRun: boolean;
  root: PlanResult | null;
  /** The context sources of the project. */
  context: readonly ContextResult[];
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
    const sources = result.sources.filter(
      ({ outcome, externalRef }) => outcome !== "vanished" || !source.leftOut?.includes(externalRef),
    );
    return { result: { ...result, specs, sources }, specs: plan?.specs?.length ?? 0 };
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

/** Returns the conflicts of plans, specs and context sources with their handles. */
export const conflicts = (report: Report) => [
  ...report.context.flatMap((source) => conflictsOfSource(null, source)),
  ...planReports(report).flatMap(({ result }) => {
    const { planShortId, name: title, conflicts } = result;
    const ofSpec = ({ specShortId, title, conflicts }: Spec) =>
      conflicts.map((conflict) => ({ planShortId, specShortId, sourceRef: null, title, ...conflict }));
    return [
      ...conflicts.map((conflict) => ({
        ...{ planShortId, specShortId: null, sourceRef: null, title },
        ...conflict,
      })),
      ...result.specs.flatMap(ofSpec),
      ...result.sources.flatMap((source) => conflictsOfSource(planShortId, source)),
    ];
  }),
];

const conflictsOfSource = (
  planShortId: string | null,
  { externalRef: sourceRef, title, conflicts }: ContextResult,
) => conflicts.map((conflict) => ({ planShortId, specShortId: null, sourceRef, title, ...conflict }));

/** Returns what the import left as it is. */
export function left(report: Report): Left[] {
  const ofSources = (planShortId: string | null, sources: readonly ContextResult[]): Left[] =>
    sources.flatMap(({ outcome: why, externalRef: sourceRef, title }) =>
      why === "vanished" || why === "deleted" || why === "replaced"
        ? [{ planShortId, specShortId: null, sourceRef, title, why }]
        : [],
    );
  const ofPlan = ({ result }: PlanReport): Left[] => {
    const { outcome, name, specs, sources } = result;
    const planShortId = result.planShortId ?? "";
    if (outcome === "archived")
      return [{ planShortId, specShortId: null, sourceRef: null, title: name, why: outcome }];
    const ofSpecs = specs.flatMap(({ outcome: why, specShortId, title }) =>
      why === "vanished" || why === "deleted" || why === "moved"
        ? [{ planShortId, specShortId, sourceRef: null, title, why }]
        : [],
    );
    return [...ofSpecs, ...ofSources(planShortId, sources)];
  };
  return [
    ...ofSources(null, report.context),
    ...planReports(report).flatMap(ofPlan),
    ...report.vanished.map(({ shortId, name }) => ({
      ...{ planShortId: shortId, specShortId: null, sourceRef: null, title: name },
      why: "vanished" as const,
    })),
  ];
}

/** Returns how people call what a conflict is in, or what was left: by handles and title. */
export const calledOf = ({
  planShortId,
  specShortId,
  sourceRef,
  title,
}: Pick<Left, "planShortId" | "specShortId" | "sourceRef" | "title">): string =>
  [planShortId, specShortId, sourceRef === null ? "" : "context source", `"${title}"`]
    .filter(Boolean)
    .join(" ");

/** Returns true for a context source that an import made or changed. */
export const isWritten = ({ outcome }: ContextResult): boolean =>
  outcome === "created" || outcome === "updated";
