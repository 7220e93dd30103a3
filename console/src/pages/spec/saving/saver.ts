import { ApiError } from "../../../../../client/src/errors.ts";
import { createStore, type Store } from "../../../base/store.ts";
import { type Conflict, conflictOf } from "./conflict.ts";
import type { Saved, Typed } from "./typed.ts";

export type SaveState =
  | { kind: "saved" | "typed" | "saving" }
  /** Refused by the service; retried automatically if `willRetry`. */
  | { kind: "refused"; error: unknown; willRetry: boolean }
  | { kind: "conflict"; conflict: Conflict };

interface Options {
  saved: Saved;
  /** Sends title and text, based on a revision. */
  send: (typed: Partial<Typed>, baseRevision: number) => Promise<Saved>;
  /** Called if somebody else changed something. */
  onChanged: (before: Typed, after: Typed) => void;
  /** Called with the unsaved draft; null once all is saved. */
  keep: (typed: Saved | null) => void;
}

export interface Saver {
  state: Store<SaveState>;
  typed: () => Typed;
  /** Returns the service's state, as far as known. */
  saved: () => Saved;
  /** Accepts input and saves it after a debounce. */
  type: (typed: Partial<Typed>) => void;
  /** Saves immediately. */
  save: () => Promise<void>;
  /** Accepts the service's new state, unless a draft conflicts. */
  receive: (now: Saved) => void;
  /** Continues with a resolved conflict. */
  decide: (typed: Partial<Typed>) => void;
  /** Stops automatic retries. */
  stop: () => void;
}

const debounceMs = 1_000;
/** Milliseconds until the first retry, and the most between later ones. */
const firstRetryMs = 2_000;
const longestRetryMs = 30_000;

/**
 * Autosaves, one request at a time. Retries by itself after no answer, 429 or 5xx, otherwise with the next
 * edit.
 */
export function createSaver({ saved: first, send, onChanged, keep }: Options): Saver {
  const state = createStore<SaveState>({ kind: "saved" });
  let saved = first;
  let typed: Typed = { title: first.title, content: first.content };
  /** Texts sent without an answer, which the service may have stored. */
  let unanswered: Typed[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | null = null;
  let failures = 0;
  let isStopped = false;

  const changes = (): Partial<Typed> => ({
    // An empty title is invalid; the text is saved anyway.
    ...(typed.title.trim() === "" || typed.title.trim() === saved.title ? {} : { title: typed.title }),
    ...(typed.content === saved.content ? {} : { content: typed.content }),
  });
  const isSaved = () => Object.keys(changes()).length === 0;
  const keepDraft = () => keep(isSaved() ? null : { ...typed, revision: saved.revision });
  const schedule = (wait: number) => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void save(), wait);
  };

  const accept = (sent: Typed, now: Saved) => {
    const before = {
      title: typed.title.trim() === sent.title.trim() ? typed.title : sent.title,
      content: sent.content,
    };
    saved = now;
    unanswered = [];
    failures = 0;
    const isChanged = now.content !== sent.content || now.title !== sent.title.trim();
    if (typed.content === sent.content) typed = { ...typed, content: now.content };
    if (typed.title === before.title && now.title !== sent.title.trim())
      typed = { ...typed, title: now.title };
    if (isChanged) onChanged(sent, now);
    keepDraft();
    if (isSaved()) state.set({ kind: "saved" });
    else {
      state.set({ kind: "typed" });
      schedule(debounceMs);
    }
  };

  const refuse = (error: unknown, sent: Typed) => {
    const conflict = conflictOf(error, sent);
    const own = conflict && unanswered.find((one) => one[conflict.field] === conflict.current);
    if (conflict && own) {
      // Our own text, from a save whose answer was lost.
      saved = { ...saved, [conflict.field]: conflict.current, revision: conflict.revision };
      unanswered = [];
      return schedule(0);
    }
    if (conflict) return state.set({ kind: "conflict", conflict });
    const willRetry = mayRetry(error);
    if (willRetry) {
      unanswered.push(sent);
      schedule(Math.min(longestRetryMs, firstRetryMs * 2 ** failures++));
    }
    state.set({ kind: "refused", error, willRetry });
  };

  async function attempt(): Promise<void> {
    const sent = { ...typed };
    const body = changes();
    state.set({ kind: "saving" });
    try {
      accept({ ...sent, title: body.title ?? saved.title }, await send(body, saved.revision));
    } catch (error) {
      refuse(error, sent);
    }
  }

  async function save(): Promise<void> {
    clearTimeout(timer);
    if (state.get().kind === "conflict") return;
    if (sending) {
      await sending;
      if (state.get().kind !== "typed") return;
      clearTimeout(timer);
    }
    if (isSaved()) return state.set({ kind: "saved" });
    sending = attempt().finally(() => {
      sending = null;
    });
    await sending;
  }

  const onOnline = () => void (state.get().kind === "refused" && save());
  addEventListener("online", onOnline);

  return {
    state,
    typed: () => typed,
    saved: () => saved,
    save,
    type: (next) => {
      typed = { ...typed, ...next };
      keepDraft();
      const { kind } = state.get();
      if (kind === "conflict") return;
      if (isSaved() && (kind === "typed" || kind === "saved")) {
        clearTimeout(timer);
        return kind === "typed" ? state.set({ kind: "saved" }) : undefined;
      }
      if (kind === "saved") state.set({ kind: "typed" });
      // The user closed the sign-in, so don't ask at each word.
      if (!(kind === "refused" && isSignedOut(state.get()))) schedule(debounceMs);
    },
    receive: (now) => {
      if (now.revision <= saved.revision || sending || !isSaved() || state.get().kind !== "saved") return;
      const before = typed;
      saved = now;
      typed = { title: now.title, content: now.content };
      onChanged(before, now);
    },
    decide: (next) => {
      const now = state.get();
      if (now.kind !== "conflict") return;
      const { field, current, revision } = now.conflict;
      saved = { ...saved, [field]: current, revision };
      typed = { ...typed, ...next };
      unanswered = [];
      state.set({ kind: "typed" });
      keepDraft();
      void save();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      removeEventListener("online", onOnline);
    },
  };
}

/** Tells whether an automatic retry may succeed. */
const mayRetry = (error: unknown) =>
  error instanceof ApiError
    ? error.status === 429 || error.status >= 500
    : error instanceof Error && error.name === "ConnectionError";

const isSignedOut = (state: SaveState) =>
  state.kind === "refused" && state.error instanceof ApiError && state.error.status === 401;
