import type { importPlans, Request } from "@groundplan/contract";

/** A plan with its specs, as `POST …/imports` takes it. */
export type ImportedPlan = Request<typeof importPlans>["body"]["plans"][number];

/** A context source of a plan or of the project, as `POST …/imports` takes it. */
export type ImportedContext = NonNullable<ImportedPlan["sources"]>[number];

/** Part of a source that was not understood, left out or changed; `line` counts from 1. */
export interface Notice {
  file: string;
  line: number;
  text: string;
  why: string;
}

/** Everything that one source (a folder of the format) holds. */
export interface Parsed {
  /** The source's own plan, then those under it. */
  plans: readonly [ImportedPlan, ...ImportedPlan[]];
  /** The number of acceptance criteria in the specs. */
  criteria: number;
  notices: readonly Notice[];
  /** The references of plans and context sources that the source has and that were not asked for or can't be read. */
  leftOut?: readonly string[];
}

/** The sources that were found at a path. */
export interface Found<Source> {
  /** The plan that the others are made under; null for a single source, which has a plan of its own. */
  root: ImportedPlan | null;
  sources: readonly Source[];
  /** The context sources of the project; left out where the path says nothing of them. */
  context?: ImportedContext[];
  /** The references of context sources of the project that are there and can't be read. */
  leftOut?: readonly string[];
  /** Files that lie beside the sources and are not read. */
  notices: readonly Notice[];
}

/** The reason in one sentence why nothing can be imported from a source, with the parts that it was found in. */
export class NotImportable extends Error {
  override readonly name = "NotImportable";
  readonly notices: readonly Notice[];

  constructor(
    message: string,
    { notices = [], ...options }: ErrorOptions & { notices?: readonly Notice[] } = {},
  ) {
    super(message, options);
    this.notices = notices;
  }
}

/**
 * A format that plans can be imported from. Everything else (requests, merge, report) is the same for all of them. Both
 * functions throw `NotImportable`.
 */
export interface Format<Source, Options> {
  /** The beginning of the references of everything that comes from the format, such as `kiro:`. */
  prefix: string;
  find(path: string): Promise<Found<Source>>;
  /** Returns the reference of a source's own plan. */
  referenceOf(source: Source): string;
  read(source: Source, options: Options): Promise<Parsed>;
}
