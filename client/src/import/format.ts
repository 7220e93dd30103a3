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

/** A source's own plan has this reference. */
export interface Source {
  reference: string;
}

/** The sources found at a path. */
export interface Found<From extends Source = Source> {
  /** The parent of all imported plans; null for a single source. */
  root: ImportedPlan | null;
  sources: readonly From[];
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

/** Reads an import format. Requests, merging and reports are shared by all. */
export interface Format<From extends Source = Source, Options = Readonly<Record<string, string>>> {
  /** Prefix of all of the format's references, such as `kiro:`. */
  prefix: string;
  /** Throws `NotImportable`, as does `read`. */
  find(path: string): Promise<Found<From>>;
  read(source: From, options: Options): Promise<Parsed>;
}

/** The words and options of a format, from which the command and the console offer it. */
export interface FormatDefinition {
  name: string;
  prefix: string;
  /** The command's description, and its argument's. */
  about: string;
  path: string;
  /** The folder to choose, in the console. */
  folder: string;
  /** The plural for its sources. */
  sources: string;
  options: Readonly<Record<string, FormatOption>>;
}

/** A choice of how to read a format. */
interface FormatOption {
  /** The flag's description. */
  about: string;
  label: string;
  /** The console's words for each value. */
  choices: Readonly<Record<string, string>>;
  standard: string;
}
