import { defaultRangeExtractor, type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type FocusEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";

/** Milliseconds after which a row that is in view stays there: rows on the way get their heights meanwhile. */
const settling = 500;
const nowhere = { to: -1 };

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
  const [going, setGoing] = useState(nowhere);
  const arrived = useRef(nowhere);
  const indexes = useMemo(() => new Map(keys.map((key, index) => [key, index])), [keys]);
  const focusedAt = indexes.get(focused ?? "") ?? -1;
  const rangeExtractor = useCallback(
    (range: Range) => {
      const rows = new Set(defaultRangeExtractor(range));
      // The arrow keys need the focused row's neighbors.
      const others = focusedAt < 0 ? [going.to] : [going.to, focusedAt - 1, focusedAt, focusedAt + 1];
      for (const index of others) if (index >= 0 && index < keys.length) rows.add(index);
      return [...rows].sort((a, b) => a - b);
    },
    [focusedAt, going.to, keys.length],
  );
  const rows = useWindowVirtualizer({
    count: keys.length,
    estimateSize: heightOf,
    overscan: 0, // A turn of the wheel passes several rows, so that one more would not help.
    scrollMargin: top,
    rangeExtractor,
    getItemKey: (index) => keys[index] ?? index,
  });
  // `offsetTop` would depend on an offset parent. Content above may load later.
  useLayoutEffect(() =>
    setTop(Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY)),
  );
  // Scrolling or typing meanwhile cancels it.
  useEffect(() => {
    const leave = () => setGoing(nowhere);
    const ways = ["wheel", "touchmove", "keydown"] as const;
    for (const way of ways) window.addEventListener(way, leave, { passive: true, capture: true });
    return () => {
      for (const way of ways) window.removeEventListener(way, leave, { capture: true });
    };
  }, []);
  // Measured rows can move the view away again, so this looks until it has settled.
  const look = (isLast: boolean) => {
    const row = list.current?.querySelector<HTMLElement>(`[data-index="${going.to}"] [data-row]`);
    if (!row) return;
    if (arrived.current !== going) row.focus({ preventScroll: true });
    arrived.current = going;
    const { top: start, bottom: end } = row.getBoundingClientRect();
    const isInView = start >= 0 && end <= window.innerHeight;
    const isThere = isLast && isInView && !rows.isScrolling;
    if (isThere || document.activeElement !== row) setGoing(nowhere);
    else if (!isInView) rows.scrollToIndex(going.to, { align: "center" });
  };
  useLayoutEffect(() => look(false));
  useEffect(() => {
    if (going === nowhere) return;
    const timer = setInterval(look, settling, true);
    return () => clearInterval(timer);
  });
  const inFlow = rows.getVirtualItems();
  return {
    list,
    height: rows.getTotalSize(),
    /** Scrolls to a row and focuses it. */
    goTo: useCallback((index: number) => setGoing({ to: index }), []),
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
