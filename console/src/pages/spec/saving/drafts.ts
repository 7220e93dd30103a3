import { newKey } from "../../../../../client/src/new-key.ts";
import { beginOfKeys, draftKeys } from "./draft-keys.ts";

/** An unsaved draft in local storage. */
export interface Draft {
  title: string;
  content: string;
  /** The base revision. */
  revision: number;
  /** The time of the last edit, in milliseconds. */
  at: number;
}

/** One tab's slot for the draft of one text. */
export interface DraftSlot {
  keep: (draft: Omit<Draft, "at">) => void;
  clear: () => void;
  /** Leaves the draft to whoever opens the text next. */
  leave: () => void;
}

/** Without Web Locks, a draft this old, in milliseconds, counts as abandoned. */
const restsAfter = 20_000;

/** Milliseconds between writes, which take longer than a key of a long text. */
const writesAfter = 200;

/** An open slot's draft is offered to no other tab. */
export function openDraft(userId: string, textId: string): DraftSlot {
  const key = beginOfKeys(userId, textId) + newKey();
  const held = Promise.withResolvers<void>();
  if ("locks" in navigator) void navigator.locks.request(key, () => held.promise);
  let kept: Omit<Draft, "at"> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    if (!kept) return;
    try {
      localStorage.setItem(key, JSON.stringify({ ...kept, at: Date.now() }));
    } catch {
      // Storage may be full or denied.
    }
    kept = null;
  };
  addEventListener("pagehide", write);
  return {
    keep: (draft) => {
      kept = draft;
      timer ??= setTimeout(write, writesAfter);
    },
    clear: () => {
      kept = null;
      localStorage.removeItem(key);
    },
    leave: () => {
      write();
      removeEventListener("pagehide", write);
      held.resolve();
    },
  };
}

/** Returns the newest draft owned by no tab. */
export async function restingDraft(
  userId: string,
  textId: string,
): Promise<{ key: string; draft: Draft } | null> {
  const keys = draftKeys(userId, textId);
  if (keys.length === 0) return null;
  const live = await liveKeys();
  const drafts = keys.flatMap((key) => {
    const draft = draftOf(localStorage.getItem(key));
    const isLive = live?.has(key) ?? (draft !== null && Date.now() - draft.at < restsAfter);
    return draft && !isLive ? [{ key, draft }] : [];
  });
  return drafts.toSorted((a, b) => b.draft.at - a.draft.at)[0] ?? null;
}

export const dropDraft = (key: string): void => localStorage.removeItem(key);

async function liveKeys(): Promise<Set<string | undefined> | null> {
  if (!("locks" in navigator)) return null;
  const { held = [] } = await navigator.locks.query();
  return new Set(held.map(({ name }) => name));
}

function draftOf(kept: string | null): Draft | null {
  try {
    const draft = JSON.parse(kept ?? "null") as Draft | null;
    return typeof draft?.content === "string" && typeof draft.title === "string" ? draft : null;
  } catch {
    return null;
  }
}
