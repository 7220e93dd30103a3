import { defaultRangeExtractor, type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type FocusEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";

/** The rows rendered above and below the view. */
const overscan = 1;

interface Properties {
  /** In order. Keep the array's identity while unchanged. */
  keys: readonly string[];
  /** Estimates a row's height in pixels. */
  heightOf: (index: number) => number;
}

/** Renders only the rows in view, and the focused row with its neighbors. */
export function useVirtualRows({ keys, heightOf }: Properties) {
  const list = useRef<HTMLElement | null>(null);
  const [top, setTop] = useState(0);
  const [focused, setFocused] = useState<string | null>(null);
  const [going, goTo] = useState(-1);
  const indexes = useMemo(() => new Map(keys.map((key, index) => [key, index])), [keys]);
  const focusedAt = indexes.get(focused ?? "") ?? -1;
  const rangeExtractor = useCallback(
    (range: Range) => {
      const rows = new Set(defaultRangeExtractor(range));
      // The arrow keys need the focused row's neighbors.
      const others = focusedAt < 0 ? [going] : [going, focusedAt - 1, focusedAt, focusedAt + 1];
      for (const index of others) if (index >= 0 && index < keys.length) rows.add(index);
      return [...rows].sort((a, b) => a - b);
    },
    [focusedAt, going, keys.length],
  );
  const rows = useWindowVirtualizer({
    count: keys.length,
    estimateSize: heightOf,
    overscan,
    scrollMargin: top,
    rangeExtractor,
    getItemKey: (index) => keys[index] ?? index,
  });
  // `offsetTop` would depend on an offset parent. Content above may load later.
  useLayoutEffect(() =>
    setTop(Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY)),
  );
  useLayoutEffect(() => {
    const row = list.current?.querySelector<HTMLElement>(`[data-index="${going}"] [data-row]`);
    if (!row) return;
    rows.scrollToIndex(going, { align: "center" });
    row.focus({ preventScroll: true });
    goTo(-1);
  });
  const inFlow = rows.getVirtualItems();
  return {
    list,
    height: rows.getTotalSize(),
    /** Scrolls to a row and focuses it. */
    goTo,
    indexes,
    onFocus: ({ target }: FocusEvent) =>
      setFocused(keys[Number(target.closest("[data-index]")?.getAttribute("data-index") ?? -1)] ?? null),
    /** Each row's props include the space before it. */
    shown: inFlow.map(({ index, start }, at) => ({
      index,
      place: {
        ref: rows.measureElement,
        "data-index": index,
        style: { marginTop: start - (inFlow[at - 1]?.end ?? top) },
      },
    })),
  };
}
