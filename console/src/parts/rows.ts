import { type FocusEvent, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Returns the id of the row that has the focus, or holds what has it. */
export const rowInFocus = (): string | null =>
  document.activeElement?.closest("[data-item]")?.getAttribute("data-item") ?? null;

/** Returns the row of an id. */
const rowOf = (id: string) =>
  document.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"] [data-row]`);

/** Clicks what a row in focus has for an act, such as the button of its status. */
export function actInRow(name: string): void {
  const id = rowInFocus();
  if (id === null) return;
  document.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"] [data-act="${name}"]`)?.click();
}

/**
 * Keeps the focus on a row that moves, which browsers take from what changes its place in the page. Returns what the
 * element around the rows takes.
 */
export function useKeptFocus() {
  const last = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (last.current !== null && document.activeElement === document.body)
      rowOf(last.current)?.focus({ preventScroll: true });
  });
  useEffect(() => {
    const leave = () => {
      last.current = null;
    };
    document.addEventListener("pointerdown", leave, true);
    return () => document.removeEventListener("pointerdown", leave, true);
  }, []);
  return {
    onFocus: ({ target }: FocusEvent) => {
      last.current = target.closest("[data-item]")?.getAttribute("data-item") ?? null;
    },
  };
}

/** Things that are selected, by their ids. */
export interface Selection {
  ids: ReadonlySet<string>;
  toggle: (id: string) => void;
  clear: () => void;
}

/** Keeps which things of a list are selected. */
export function useSelection(): Selection {
  const [ids, set] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) => set((now) => now.symmetricDifference(new Set([id])));
  return { ids, toggle, clear: () => set(new Set()) };
}
