import type { importPlans, Request } from "@groundplan/contract";

/** A plan with its specs, as `POST …/imports` takes it. */
export type ImportedPlan = Request<typeof importPlans>["body"]["plans"][number];

/** A context source of a plan or the project, as `POST …/imports` takes it. */
export type ImportedContext = NonNullable<ImportedPlan["sources"]>[number];

/** A part of a source that was not understood, dropped or changed; `line` is from 1. */
export interface Notice {
  file: string;
  line: number;
  text: string;
  why: string;
}

/** The content of one source (a folder of the format). */
export interface Parsed {
  /** The source's own plan, then its sub-plans. */
  plans: readonly [ImportedPlan, ...ImportedPlan[]];
  /** Number of acceptance criteria in the specs. */
  criteria: number;
  notices: readonly Notice[];
  /** References of existing plans and context sources that were not requested or are unreadable. */
  leftOut?: readonly string[];
}

/** The sources found at a path. */
export interface Found<Source> {
  /** The parent of all imported plans; null for a single source. */
  root: ImportedPlan | null;
  sources: readonly Source[];
  /** The project's context sources; absent if the path says nothing about them. */
  context?: ImportedContext[];
  /** References of the project's context sources that exist but are unreadable. */
  leftOut?: readonly string[];
  /** Ignored files next to the sources. */
  notices: readonly Notice[];
}

/** Why nothing can be imported from a source, as one sentence with its notices. */
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
 * An import format. Requests, merging and reports are shared by all. Both functions throw `NotImportable`.
 */
export interface Format<Source, Options> {
  /** Prefix of all of the format's references, such as `kiro:`. */
  prefix: string;
  find(path: string): Promise<Found<Source>>;
  /** Returns the reference of a source's own plan. */
  referenceOf(source: Source): string;
  read(source: Source, options: Options): Promise<Parsed>;
}
