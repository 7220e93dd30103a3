import type { importPlans, Request } from "@groundplan/contract";

/** A plan with its specs, as `POST …/imports` takes it. */
export type SentPlan = Request<typeof importPlans>["body"]["plans"][number];
type SentSpec = NonNullable<SentPlan["specs"]>[number];
type SentContext = NonNullable<SentPlan["sources"]>[number];

/** Where something stands in its file, which is not uploaded yet. `from` and `to` are bytes of UTF-8. */
export type Place = Omit<NonNullable<SentSpec["source"]>, "fileId">;

/** A spec as read from its file. */
export type ImportedSpec = Omit<SentSpec, "source"> & { source?: Place };

/** A context source of a plan or the project, as read from its file. */
export type ImportedContext = Omit<SentContext, "source"> & { source?: Place };

/** A plan as read from its files; `files` are paths of `Parsed.files`. */
export type ImportedPlan = Omit<SentPlan, "specs" | "sources" | "source" | "files"> & {
  specs?: ImportedSpec[];
  sources?: ImportedContext[];
  source?: Place;
  files?: readonly string[];
};

/** A file of the format, byte for byte; its path is from the format's root and names one file of an import. */
export interface SourceFile {
  path: string;
  bytes: Uint8Array<ArrayBuffer>;
}

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
  /** All files of the source; each belongs to one of its plans. */
  files?: readonly SourceFile[];
  /** References of existing plans and context sources that were not requested or are unreadable. */
  leftOut?: readonly string[];
  instructions?: ImportedInstructions;
}

/** A text for all of the project's work, which becomes a proposal for its instructions. */
export interface ImportedInstructions {
  file: string;
  text: string;
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
  instructions?: ImportedInstructions;
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
  find(path: string, options: Options): Promise<Found<From>>;
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

/** How to read a format; `standard` is its value if nothing is said. Values are texts. */
export type FormatOption = {
  /** The flag's description. */
  about: string;
  /** The console's label. */
  label: string;
  standard: string;
} & (
  | {
      kind: "choice";
      /** The console's words for each value. */
      choices: Readonly<Record<string, string>>;
    }
  /** `yes` or `no`. The flag turns the standard around: `--archived`, or `--no-order`. */
  | { kind: "switch"; standard: "yes" | "no" }
  /** Lines of text; the flag may be repeated, once for each. */
  | {
      kind: "lines";
      /** The form of a line, such as `NAME=STATUS`. */
      form: string;
    }
);
