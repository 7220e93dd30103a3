import { defaultRangeExtractor, type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState } from "react";
import type { ListProperties } from "./list.tsx";

const rowHeight = 34;

/** Shows a long list, of which only the rows in view and the one in focus exist. Home and End reach its ends. */
export default function VirtualList({ label, items, keyOf, children }: ListProperties<unknown>) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const [focused, setFocused] = useState(-1);
  // Not `offsetTop`: what is around the list may be the parent by which that counts.
  useLayoutEffect(() => setTop((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY), []);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const rows = defaultRangeExtractor(range);
      if (focused >= 0 && focused < items.length && !rows.includes(focused)) rows.push(focused);
      return rows.sort((a, b) => a - b);
    },
    [focused, items.length],
  );
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => rowHeight,
    overscan: 4,
    scrollMargin: top,
    rangeExtractor,
    getItemKey: (index) => keyOf(items[index]),
  });
  const goTo = (index: number) => {
    rows.scrollToIndex(index, { align: "center" });
    setFocused(index);
    // The row exists once the list has been shown anew.
    const find = () => list.current?.querySelector<HTMLElement>(`[data-index="${index}"] [data-row]`);
    let tries = 0;
    const focus = () => {
      const row = find();
      if (row) row.focus({ preventScroll: true });
      else if (++tries < 10) requestAnimationFrame(focus);
    };
    requestAnimationFrame(focus);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Home" && event.key !== "End") return;
    event.preventDefault();
    goTo(event.key === "Home" ? 0 : items.length - 1);
  };
  return (
    <ul
      ref={list}
      aria-label={label}
      className="relative"
      style={{ height: rows.getTotalSize() }}
      onKeyDown={onKeyDown}
      onFocus={({ target }) =>
        setFocused(Number(target.closest("[data-index]")?.getAttribute("data-index") ?? -1))
      }
    >
      {rows.getVirtualItems().map(({ index, key, start }) => (
        <li
          key={key}
          ref={rows.measureElement}
          data-index={index}
          aria-setsize={items.length}
          aria-posinset={index + 1}
          className="absolute inset-x-0 top-0 has-[[aria-expanded=true]]:z-10"
          style={{ transform: `translateY(${start - top}px)` }}
        >
          {children(items[index])}
        </li>
      ))}
    </ul>
  );
}
