import { type FocusEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createStore, useStore } from "../../base/store.ts";

/** The row to focus once rendered. */
export const wantedRow = createStore<string | null>(null);

/** Returns the id of the row that contains the focus. */
export const rowInFocus = (): string | null =>
  document.activeElement?.closest("[data-item]")?.getAttribute("data-item") ?? null;

const rowOf = (id: string) =>
  document.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"] [data-row]`);

function focus(row: HTMLElement): void {
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: "nearest" });
}

const idOf = (item: Element | undefined): string[] => {
  const id = item?.getAttribute("data-item");
  return id ? [id] : [];
};

/** Returns the next or previous item on the page. */
function besideItem(item: Element, step: 1 | -1): Element | undefined {
  const items = [...document.querySelectorAll("[data-item]")];
  return items[items.indexOf(item) + step];
}

/** Clicks the focused row's control, such as its status button. */
export function actInRow(name: string): void {
  const id = rowInFocus();
  if (id === null) return;
  document.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"] [data-act="${name}"]`)?.click();
}

/**
 * Keeps a moving row focused and in view; if it is gone, the one below or above. Also focuses `wantedRow`.
 * Returns the parent's props.
 */
export function useKeptFocus() {
  const last = useRef<readonly string[] | null>(null);
  const wanted = useStore(wantedRow);
  useLayoutEffect(() => {
    const row = wanted === null ? null : rowOf(wanted);
    if (!row) return;
    wantedRow.set(null);
    focus(row);
  });
  useLayoutEffect(() => {
    if (last.current === null || document.activeElement !== document.body) return;
    const row = last.current.map(rowOf).find((one) => one !== null);
    if (row) focus(row);
  });
  useEffect(() => () => wantedRow.set(null), []);
  useEffect(() => {
    const leave = () => {
      last.current = null;
    };
    document.addEventListener("pointerdown", leave, true);
    return () => document.removeEventListener("pointerdown", leave, true);
  }, []);
  return {
    onFocus: ({ target }: FocusEvent) => {
      const item = target.closest("[data-item]");
      last.current = item && [item, besideItem(item, 1), besideItem(item, -1)].flatMap(idOf);
    },
  };
}

export interface Selection {
  ids: ReadonlySet<string>;
  toggle: (id: string) => void;
  /** Selects from the last toggled row to this one; `order` holds all shown ids. */
  extend: (id: string, order: readonly string[]) => void;
  select: (ids: readonly string[]) => void;
  clear: () => void;
}

export function useSelection(): Selection {
  const [ids, set] = useState<ReadonlySet<string>>(new Set());
  const last = useRef("");
  return {
    ids,
    toggle: (id) => {
      last.current = id;
      set((now) => now.symmetricDifference(new Set([id])));
    },
    extend: (id, order) => {
      const [from, to] = [order.indexOf(last.current), order.indexOf(id)].sort((a, b) => a - b);
      const range = from === undefined || from < 0 ? [id] : order.slice(from, (to ?? from) + 1);
      set((now) => now.union(new Set(range)));
    },
    select: (all) => set(new Set(all)),
    clear: () => set(new Set()),
  };
}
