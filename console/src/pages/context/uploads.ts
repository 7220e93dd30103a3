import type { ContextSource } from "@groundplan/contract";
import { ApiError } from "../../../../client/src/errors.ts";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/read.ts";
import { createStore } from "../../base/store.ts";
import type { Scope } from "../../planning/scope/scope.ts";
import { contextAt, sourceReads } from "./endpoints.ts";

/** For a title that exists in the folder. */
export type OnConflict = "replace" | "keep_both" | "skip";

export interface Uploading {
  id: number;
  scope: Scope;
  file: File;
  folderPath: string;
  state: "waiting" | "sending" | "asking" | "done" | "failed";
  /** The upload progress, from 0 to 1. */
  sent: number;
  onConflict?: OnConflict;
  source?: ContextSource;
  error?: unknown;
}

/** All uploads; they continue while other pages are shown. */
export const uploads = createStore<readonly Uploading[]>([]);
let count = 0;
let isSending = false;

const change = (id: number, changes: Partial<Uploading>) =>
  uploads.set(uploads.get().map((one) => (one.id === id ? { ...one, ...changes } : one)));

export function addFiles(scope: Scope, files: readonly { file: File; folderPath: string }[]): void {
  const added = files.map(({ file, folderPath }) => ({
    id: ++count,
    scope,
    file,
    folderPath,
    state: "waiting" as const,
    sent: 0,
  }));
  uploads.set([...uploads.get(), ...added]);
  void sendAll();
}

/** Retries uploads after a title conflict. */
export function answer(ids: readonly number[], onConflict: OnConflict): void {
  for (const id of ids) change(id, { state: "waiting", onConflict });
  void sendAll();
}

export function sendAgain(id: number): void {
  change(id, { state: "waiting" });
  void sendAll();
}

/** Removes finished uploads from the list. */
export const clear = (path: string): void =>
  uploads.set(
    uploads.get().filter(({ state, scope }) => scope.path !== path || /waiting|sending/.test(state)),
  );

/** Sends files one at a time, so that each reports its result. */
async function sendAll(): Promise<void> {
  if (isSending) return;
  isSending = true;
  let next = uploads.get().find(({ state }) => state === "waiting");
  while (next) {
    await send(next);
    next = uploads.get().find(({ state }) => state === "waiting");
  }
  isSending = false;
}

async function send({ id, scope, file, folderPath, onConflict }: Uploading): Promise<void> {
  change(id, { state: "sending", sent: 0 });
  const body = { file: [file], folderPath, ...(onConflict ? { onConflict } : {}) };
  const onSent = (sent: number) => change(id, { sent });
  try {
    const request = { params: scope.params, body };
    const { sources } = await call(contextAt(scope).upload, request, { onSent });
    change(id, { state: "done", ...(sources[0] ? { source: sources[0] } : {}) });
    await invalidate(...sourceReads);
  } catch (error) {
    const isTaken = error instanceof ApiError && error.code === "title_taken";
    change(id, { state: isTaken ? "asking" : "failed", error });
  }
}
