import { newKey } from "../../../../client/src/new-key.ts";
import { beginOfKeys, draftKeys } from "./draft-keys.ts";

/** A text that was typed and not saved, as this browser keeps it. */
export interface Draft {
  title: string;
  content: string;
  /** The revision from which it was typed. */
  revision: number;
  /** The time, in milliseconds, of the last key. */
  at: number;
}

/** A place in this browser in which one tab keeps what is typed into one text. */
export interface DraftPlace {
  keep: (draft: Omit<Draft, "at">) => void;
  /** Forgets what was kept. */
  clear: () => void;
  /** Leaves what was kept to whoever opens the text next. */
  leave: () => void;
}

/** Without locks nobody can tell whether the tab lives in which a draft was typed; it rests when it is this old. */
const restsAfter = 20_000;

/** Opens a place for a draft. While it is open, no other tab is offered what is in it. */
export function openDraft(userId: string, textId: string): DraftPlace {
  const key = beginOfKeys(userId, textId) + newKey();
  const held = Promise.withResolvers<void>();
  if ("locks" in navigator) void navigator.locks.request(key, () => held.promise);
  return {
    keep: (draft) => {
      try {
        localStorage.setItem(key, JSON.stringify({ ...draft, at: Date.now() }));
      } catch {
        // A browser that is full or that keeps nothing: what was typed is still on the page.
      }
    },
    clear: () => localStorage.removeItem(key),
    leave: () => held.resolve(),
  };
}

/** Returns the newest draft of a text that no tab is typing, with its key; null where there is none. */
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

/** Forgets a draft. */
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
