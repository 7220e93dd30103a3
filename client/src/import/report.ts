import { type Applied, type ContextResult, type PlanResult, wouldCreate } from "./apply.ts";
import type { Notice } from "./format.ts";
import type { ProposedInstructions } from "./propose.ts";

type Spec = PlanResult["specs"][number];

/** A created or existing plan, with the number of specs in its source. */
export interface PlanReport {
  result: PlanResult;
  specs: number;
}

/** A source's own plan and its sub-plans. Texts are not retained, which bounds the memory for large trees. */
export interface SourceReport extends PlanReport {
  criteria: number;
  under: readonly PlanReport[];
}

/** A resource that the import left alone, with the reason. */
export interface Left {
  /** Null for the project's context sources. */
  planShortId: string | null;
  specShortId: string | null;
  /** Reference of a context source; null for a plan or spec. */
  sourceRef: string | null;
  title: string;
  why: "vanished" | "deleted" | "moved" | "archived" | "replaced";
}

/** The result of an import or a dry run. */
export interface Report {
  dryRun: boolean;
  root: PlanResult | null;
  /** Of the project. */
  context: readonly ContextResult[];
  sources: SourceReport[];
  /** Plans whose source no longer exists. */
  vanished: { shortId: string; name: string }[];
  /** Unimportable sources of the tree. */
  refused: string[];
  notices: Notice[];
  /** Null if the source has none. */
  instructions: ProposedInstructions | null;
}

/** Deep copy: a substring would keep its whole file in memory. */
export const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** Returns the reports of a source. For new plans the service only counts specs. */
export function reportOf({ source, plans }: Applied, dryRun: boolean): SourceReport[] {
  const [own, ...under] = plans.map((result, index) => {
    const plan = source.plans[index];
    const isMissing = dryRun && plan && result.outcome === "created";
    const specs = isMissing ? copyOf(wouldCreate(plan).specs) : result.specs;
    const sources = result.sources.filter(
      ({ outcome, externalRef }) => outcome !== "vanished" || !source.leftOut?.includes(externalRef),
    );
    return { result: { ...result, specs, sources }, specs: plan?.specs?.length ?? 0 };
  });
  return own ? [{ ...own, criteria: source.criteria, under }] : [];
}

/** Returns all plans of an import, the tree's first. */
export const planReports = ({ root, sources }: Report): PlanReport[] => [
  ...(root ? [{ result: root, specs: 0 }] : []),
  ...sources.flatMap(({ under, ...own }) => [own, ...under]),
];

/** Counts specs by outcome. */
export function counts(reports: readonly PlanReport[]) {
  const sum = { created: 0, updated: 0, unchanged: 0 };
  for (const { result } of reports) {
    sum.created += result.created;
    sum.updated += result.updated;
    sum.unchanged += result.unchanged;
  }
  return sum;
}

/** Returns all conflicts with the handles of their plans, specs or sources. */
export const conflicts = (report: Report) => [
  ...report.context.flatMap((source) => conflictsOfSource(null, source)),
  ...planReports(report).flatMap(({ result }) => {
    const { planShortId, name: title, conflicts } = result;
    const ofSpec = ({ specShortId, title, conflicts }: Spec) =>
      conflicts.map((conflict) => ({ planShortId, specShortId, sourceRef: null, title, ...conflict }));
    return [
      ...conflicts.map((conflict) => ({
        planShortId,
        specShortId: null,
        sourceRef: null,
        title,
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
    const ofSpecs = specs.flatMap(({ outcome: why, specShortId, title }): Left[] =>
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
      planShortId: shortId,
      specShortId: null,
      sourceRef: null,
      title: name,
      why: "vanished" as const,
    })),
  ];
}

/** Returns a display name: handles and title. */
export const calledOf = ({
  planShortId,
  specShortId,
  sourceRef,
  title,
}: Pick<Left, "planShortId" | "specShortId" | "sourceRef" | "title">): string =>
  [planShortId, specShortId, sourceRef === null ? "" : "context source", `"${title}"`]
    .filter(Boolean)
    .join(" ");

export const isWritten = ({ outcome }: ContextResult): boolean =>
  outcome === "created" || outcome === "updated";
