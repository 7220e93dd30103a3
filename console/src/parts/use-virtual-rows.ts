import { defaultRangeExtractor, type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type FocusEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";

/** The rows above and below those in view that exist, too. */
const overscan = 1;

interface Properties {
  /** The keys of all rows, in order; the same array as long as nothing of it changes. */
  keys: readonly string[];
  /** Guesses the height in pixels of a row that was not in view yet. */
  heightOf: (index: number) => number;
}

/** Finds which rows of a long list exist: those in view, and the one in focus with those beside it. */
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
      // From the one in focus, a key goes to the one beside it.
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
  // Not `offsetTop`: what is around the list may be the parent by which that counts. What stands above it may come later.
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
    /** Brings a row into view, and gives it the focus. */
    goTo,
    indexes,
    onFocus: ({ target }: FocusEvent) =>
      setFocused(keys[Number(target.closest("[data-index]")?.getAttribute("data-index") ?? -1)] ?? null),
    /** The rows that exist, each with the properties of its element, which leaves room for those before it. */
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
