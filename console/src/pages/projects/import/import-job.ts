import { listPlans } from "@groundplan/contract";
import type { ApplyOptions } from "../../../../../client/src/import/apply.ts";
import type { Caller } from "../../../../../client/src/import/caller.ts";
import { definitionOf, type FormatId } from "../../../../../client/src/import/formats.ts";
import { importAll, type Progress } from "../../../../../client/src/import/import-all.ts";
import { type Asked, locate } from "../../../../../client/src/import/locate.ts";
import { openGiven } from "../../../../../client/src/import/open-given.ts";
import type { Report } from "../../../../../client/src/import/report.ts";
import { call } from "../../../api/call.ts";
import { invalidate } from "../../../api/read.ts";
import { createStore, type Store } from "../../../base/store.ts";
import type { Chosen } from "../../../components/forms/dropped-files.ts";
import { toast, toastProblem } from "../../../components/overlays/toast.tsx";
import { type ImportReader, startReader } from "./reader.ts";
import { summaryOf } from "./words.ts";

export interface Choices {
  format: Asked;
  /** Of each format; one without an entry has its standards. */
  options: Readonly<Partial<Record<FormatId, Readonly<Record<string, string>>>>>;
  onConflict: ApplyOptions["onConflict"];
}

/** What was read in one format. */
export interface Part {
  format: FormatId;
  report: Report;
}

export interface ImportState {
  step: "asking" | "asked" | "importing" | "imported" | "failed";
  choices: Choices;
  /** Of the format that is being read. */
  progress: (Progress & { format: FormatId }) | null;
  /** The preview, or the result. */
  parts: readonly Part[] | null;
  error: unknown;
}

export interface ImportJob {
  projectSlug: string;
  /** The name of what was given. */
  given: string;
  state: Store<ImportState>;
  /** Runs a dry run. */
  preview(change?: Partial<Choices>): Promise<void>;
  run(): Promise<void>;
  /** Starts previews; returns a function that ends them. A running import continues. */
  show(): () => void;
}

/** Returns an import of files, which starts when shown. */
export function importOf(projectSlug: string, given: readonly Chosen[]): ImportJob {
  const state = createStore<ImportState>({
    step: "asking",
    progress: null,
    parts: null,
    error: null,
    choices: { format: "auto", options: {}, onConflict: "keep" },
  });
  const set = (change: Partial<ImportState>) => state.set({ ...state.get(), ...change });
  const readers = new Map<FormatId, ImportReader>();
  let asking = new AbortController();
  let isShown = false;

  async function read(dryRun: boolean, caller: Caller): Promise<Part[]> {
    const { format: asked, options, onConflict } = state.get().choices;
    const { files, path } = await openGiven(given);
    const parts: Part[] = [];
    for (const { format, path: place } of await locate(files, path, asked, adviceOf)) {
      const reader = readers.get(format) ?? startReader(format, given);
      readers.set(format, reader);
      const target = { client: caller, projectSlug, options: { dryRun, onConflict } };
      const onProgress = (progress: Progress) => set({ progress: { ...progress, format } });
      const reading = { ...standardsOf(format), ...options[format] };
      const found = await reader.find(place, reading);
      parts.push({ format, report: await importAll(reader, found, reading, target, { onProgress }) });
    }
    return parts;
  }

  async function preview(change: Partial<Choices> = {}): Promise<void> {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    set({ step: "asking", progress: null, error: null, choices: { ...state.get().choices, ...change } });
    const caller: Caller = { call: (endpoint, request, how) => call(endpoint, request, { ...how, signal }) };
    try {
      const parts = await read(true, caller);
      if (!signal.aborted) set({ step: "asked", parts });
    } catch (error) {
      if (!signal.aborted) set({ step: "failed", error });
    }
  }

  async function run(): Promise<void> {
    set({ step: "importing", progress: null, error: null });
    try {
      const parts = await read(false, { call });
      set({ step: "imported", parts });
      if (!isShown) for (const { report } of parts) toast(summaryOf(report));
    } catch (error) {
      set({ step: "failed", error });
      if (!isShown) toastProblem(error);
    }
    if (!isShown) endReaders();
    await invalidate(listPlans);
  }

  function endReaders(): void {
    for (const reader of readers.values()) reader.end();
    readers.clear();
  }

  function show(): () => void {
    isShown = true;
    void preview();
    return () => {
      isShown = false;
      asking.abort();
      if (state.get().step !== "importing") endReaders();
    };
  }

  return { projectSlug, given: given[0]?.path.split("/")[0] ?? "", state, preview, run, show };
}

const adviceOf = (format: FormatId) => `choose ${definitionOf(format).name} as its format`;

/** Returns each option's standard value. */
const standardsOf = (id: FormatId): Record<string, string> =>
  Object.fromEntries(
    Object.entries(definitionOf(id).options).map(([name, { standard }]) => [name, standard]),
  );
