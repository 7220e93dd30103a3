import { listPlans } from "@groundplan/contract";
import type { ApplyOptions, Caller } from "../../../../../client/src/import/apply.ts";
import { type FormatId, formatIds, standardOptions } from "../../../../../client/src/import/formats.ts";
import { importAll, type Progress } from "../../../../../client/src/import/import-all.ts";
import type { Report } from "../../../../../client/src/import/report.ts";
import { call } from "../../../api/call.ts";
import { invalidate } from "../../../api/read.ts";
import { createStore, type Store } from "../../../base/store.ts";
import type { Chosen } from "../../../components/forms/dropped-files.ts";
import { toast, toastProblem } from "../../../components/overlays/toast.tsx";
import { type ImportReader, startReader } from "./reader.ts";
import { topFolderOf } from "./top-folder.ts";
import { summaryOf } from "./words.ts";

export interface Choices {
  format: FormatId;
  options: Readonly<Record<string, string>>;
  onConflict: ApplyOptions["onConflict"];
}

export interface ImportState {
  step: "asking" | "asked" | "importing" | "imported" | "failed";
  choices: Choices;
  progress: Progress | null;
  /** The preview, or the result. */
  report: Report | null;
  error: unknown;
}

export interface ImportJob {
  projectSlug: string;
  folder: string;
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
    report: null,
    error: null,
    choices: { format: formatIds[0], options: standardOptions(formatIds[0]), onConflict: "keep" },
  });
  const set = (change: Partial<ImportState>) => state.set({ ...state.get(), ...change });
  const folder = given[0]?.path.split("/")[0] ?? "";
  let reader: ImportReader | null = null;
  let asking = new AbortController();
  let isShown = false;

  async function report(dryRun: boolean, caller: Caller): Promise<Report> {
    const { format, options, onConflict } = state.get().choices;
    const top = topFolderOf(format, given);
    reader ??= startReader(format, given);
    const found = await reader.find(top);
    const target = { client: caller, projectSlug, options: { dryRun, onConflict } };
    const onProgress = (progress: Progress) => set({ progress });
    return importAll(reader, found, options, target, { onProgress });
  }

  async function preview(change: Partial<Choices> = {}): Promise<void> {
    if (change.format) endReader();
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    set({ step: "asking", progress: null, error: null, choices: { ...state.get().choices, ...change } });
    const caller: Caller = { call: (endpoint, request, how) => call(endpoint, request, { ...how, signal }) };
    try {
      const seen = await report(true, caller);
      if (!signal.aborted) set({ step: "asked", report: seen });
    } catch (error) {
      if (!signal.aborted) set({ step: "failed", error });
    }
  }

  async function run(): Promise<void> {
    set({ step: "importing", progress: null, error: null });
    try {
      const done = await report(false, { call });
      set({ step: "imported", report: done });
      if (!isShown) toast(summaryOf(done));
    } catch (error) {
      set({ step: "failed", error });
      if (!isShown) toastProblem(error);
    }
    if (!isShown) endReader();
    await invalidate(listPlans);
  }

  function endReader(): void {
    reader?.end();
    reader = null;
  }

  function show(): () => void {
    isShown = true;
    void preview();
    return () => {
      isShown = false;
      asking.abort();
      if (state.get().step !== "importing") endReader();
    };
  }

  return { projectSlug, folder, state, preview, run, show };
}
